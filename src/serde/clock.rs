//! The time field that a row of a series has beside its columns.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::node;
use crate::{Axis, Header, Lead, OffsetUnit, Result, Value};

/// The time field of a series, as its rows have it.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    name: String,
    axis: Axis,
    unit: OffsetUnit,
}

impl Clock {
    /// That of a series; none of a table.
    ///
    /// # Errors
    /// `syntax` where the field has no name, `duplicate` where a column has it.
    pub(super) fn new(header: &Header, name: Option<&str>) -> Result<Option<Self>> {
        match header.schema().map(crate::Schema::lead) {
            Some(Lead::Offset(unit)) => {
                let (name, axis) = Axis::named(header, name)?;
                Ok(Some(Self { name, axis, unit }))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The time of a row.
    pub(super) fn value(&self, offset: i64) -> Result<Value<'static>> {
        let mut letters = Vec::new();
        self.axis.print(offset, self.unit, &mut letters)?;
        let letters = Cow::Owned(node::text(letters));
        Ok(if self.axis.is_number() { Value::Number(letters) } else { Value::Str(letters) })
    }
}
