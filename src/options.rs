//! What a writer may do to spend fewer tokens, by name. A reader needs none of it: the header says everything.

/// The options of a writer that sees all rows before it writes the first. A [`Profile`] presets them.
///
/// # Example
/// ```
/// let mut options = qrp1::Options::from(qrp1::Profile::Lean);
/// options.numbered = true;
/// assert!(options.constants && !options.templates);
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, and all combinations make sense")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// A scalar column with one value in all of at least two rows leaves them (`always`). In lean and tight.
    pub constants: bool,
    /// The offsets of a series count the coarsest unit that is exact, and not milliseconds. In lean and tight.
    pub coarsest_unit: bool,
    /// Booleans are `true` and `false`, and not `1` and `0`. In lean and tight.
    pub word_booleans: bool,
    /// Dates and time stamps are written in the basic form of ISO 8601. In tight.
    pub basic_dates: bool,
    /// What the texts of a column have in common at their ends leaves the rows (`like`). In tight.
    pub templates: bool,
    /// A few long starts of texts that recur get names in the first header (`$1=`): anywhere in JSON, in the rows of tables
    /// and series of the other doors. In tight.
    pub names: bool,
    /// A first column `#` has the number of each row. In no profile.
    pub numbered: bool,
}

/// A preset of [`Options`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The published form: offsets in milliseconds, every column in every row, booleans `1` and `0`.
    Plain,
    /// The default: constants leave the rows, the coarsest unit, booleans as words.
    #[default]
    Lean,
    /// Besides: dates in basic form, and templates.
    Tight,
}

impl From<Profile> for Options {
    fn from(profile: Profile) -> Self {
        let lean = profile != Profile::Plain;
        let tight = profile == Profile::Tight;
        Self {
            constants: lean,
            coarsest_unit: lean,
            word_booleans: lean,
            basic_dates: tight,
            templates: tight,
            names: tight,
            numbered: false,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Profile::default().into()
    }
}
