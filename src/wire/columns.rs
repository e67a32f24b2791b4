//! Declarations of columns, both directions. Spec: COL-1 to COL-11
//!
//! Each parser stands above its printing twin; what both have to keep is in [`check`]. A declaration is read in one pass
//! without going back, and as deep as the reader's limits allow.

mod check;
mod scalars;

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::opt;
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, separated_pair};

use super::auto;
use super::bytes::{EMPTY, EQUALS, TWO_QUOTES};
use super::cell::{Reading, Writing, check_depth, parse_constant, print_constant};
use super::grammar::{Fault, Parsed, expect, known, run, take_to};
use super::series;
use super::text::{EscapeSet, escape, unescape};
use crate::error::{Error, Result};
use crate::header::Shape;
use crate::limits::Limits;
use crate::schema::{Column, ColumnRule, ColumnType, Lead, OffsetUnit, Schema};
use crate::value::Value;

pub(crate) use check::{check, check_flat};

/// The column of the row number. COL-8.
const NUMBER: &str = "#:u64";
/// The column of the row's key, before a template. COL-9.
const KEY: &str = "@:str";
/// (name, its spelling) where the escape set alone does not do. COL-2.
const NAMES: [(&str, &str); 4] = [("", EMPTY), (EMPTY, TWO_QUOTES), ("#", "\\#"), ("@", "\\@")];
const ALWAYS: &str = "(always ";
const LIKE: &str = "(like ";
/// Most bytes of a constant as it is written, and of a template's two parts together. COL-10.
pub(crate) const MOST_BYTES: usize = 1_024;
/// What `flat=1` declares, beside a row number. COL-11.
const FLAT: &str = "path:str,value_type:str,part:u32,parts:u32,value:str";

/// Reads the value of `columns`, in a block whose `at` has `outer` tokens; the schema is to be [checked](check).
pub(crate) fn parse(text: &str, shape: Shape, outer: usize, reading: &Reading) -> Result<Schema> {
    let mut rest = Rest { letters: text, follows: !text.is_empty() };
    let mut schema = Schema { numbered: rest.take(NUMBER), ..Schema::default() };
    if shape == Shape::Series {
        let unit = OffsetUnit::ALL.into_iter().find(|unit| rest.take(&offset_column(*unit)));
        let unit = unit.ok_or_else(|| Error::syntax("an offset column such as `dt_ms:i64` first", rest.letters))?;
        schema = schema.with_offset(unit);
    } else if rest.take(KEY) {
        schema = schema.with_keys();
    } else if let Some((prefix, suffix)) = rest.take_key_template()? {
        schema = schema.with_key_template(prefix, suffix);
    }
    if rest.follows {
        let mut declaring = Declaring::new(reading);
        let list = declaring.bounds.inside(outer)?;
        let behind;
        (schema.columns, behind) = run(|input| declaring.columns(input, list, Around::List), rest.letters)?;
        if !behind.is_empty() {
            return Err(Error::syntax("`,` or the end of the declaration", behind));
        }
    }
    Ok(schema)
}

/// The twin of [`parse`]; the schema has been [checked](check).
pub(crate) fn print(schema: &Schema, outer: usize, writing: &Writing, out: &mut Vec<u8>) -> Result<()> {
    let list = outer.saturating_add(1);
    let constant = constants(writing);
    Printing { constant }.schema(schema, list, out)
}

/// Reads the name and type of a record line, up to its `=`. The type of `auto` values is not written.
///
/// `depth` counts the containers around the record, which is one itself where its line has a name.
pub(crate) fn parse_record_name<'t>(
    line: &'t str,
    depth: usize,
    reading: &Reading,
) -> Result<(Option<Box<str>>, ColumnType, &'t str)> {
    let mut declaring = Declaring::new(reading);
    let (name, rest) = run(name, line)?;
    let depth = record_depth(name.as_deref(), depth);
    if rest.bytes().next() == Some(EQUALS) {
        check::record_type(&ColumnType::Auto, depth, &reading.limits)?;
        return Ok((name, ColumnType::Auto, rest));
    }
    if rest.starts_with('?') {
        return Err(Error::syntax("`=` or a type such as `:i64`", rest).hint("a field that is missing has no line"));
    }
    let (ty, rest) = run(|input| declaring.ty(input, depth, true), rest)?;
    if rest.bytes().next() != Some(EQUALS) {
        return Err(Error::syntax("`=` after a field's name and type", rest));
    }
    if ty == ColumnType::Auto {
        return Err(Error::syntax("no type", ":auto").hint("`auto` is what a line without a type is"));
    }
    check::record_type(&ty, depth, &reading.limits)?;
    Ok((name, ty, rest))
}

/// The twin of [`parse_record_name`].
pub(crate) fn print_record_name(
    name: Option<&str>,
    ty: &ColumnType,
    depth: usize,
    writing: &Writing,
    out: &mut Vec<u8>,
) -> Result<()> {
    let depth = record_depth(name, depth);
    check::record_type(ty, depth, &writing.limits)?;
    if let Some(name) = name {
        print_name(name, out);
    }
    if *ty == ColumnType::Auto {
        return Ok(());
    }
    let constant = constants(writing);
    Printing { constant }.ty(ty, depth, true, out)
}

/// Containers around the value of a record line.
pub(crate) fn record_depth(name: Option<&str>, record: usize) -> usize {
    record.saturating_add(usize::from(name.is_some()))
}

/// A declaration behind the columns that have been taken from its front.
struct Rest<'t> {
    letters: &'t str,
    /// Whether a column has to follow.
    follows: bool,
}

impl<'t> Rest<'t> {
    /// Takes a column of this spelling, if it stands first.
    fn take(&mut self, spelling: &str) -> bool {
        self.letters.strip_prefix(spelling).is_some_and(|behind| self.pass(behind))
    }

    /// Takes the column of the key with its template, if it stands first.
    fn take_key_template(&mut self) -> Result<Option<(Box<str>, Box<str>)>> {
        let Some(rule) = self.letters.strip_prefix(KEY).filter(|behind| behind.starts_with('(')) else {
            return Ok(None);
        };
        let (written, behind) = run(expect("`(like ...*...)` or `,` after the column of the key", template), rule)?;
        if !self.pass(behind) {
            return Err(Error::syntax("`,` or the end of the declaration", behind));
        }
        read_template(written).map(Some)
    }

    /// Goes on to what stands behind a column, if a column can end there.
    fn pass(&mut self, behind: &'t str) -> bool {
        match behind.strip_prefix(',') {
            Some(letters) => *self = Self { letters, follows: true },
            None if behind.is_empty() => *self = Self { letters: behind, follows: false },
            None => return false,
        }
        true
    }
}

fn offset_column(unit: OffsetUnit) -> String {
    format!("dt_{}:i64", series::word(unit))
}

/// What a column is part of.
#[derive(Clone, Copy)]
enum Around {
    /// The list of rows, of which each is one container more unless the column has no name.
    List,
    Struct,
}

/// A declaration while it is read.
struct Declaring<'r> {
    reading: &'r Reading,
    bounds: Bounds<'r>,
}

impl<'r> Declaring<'r> {
    const fn new(reading: &'r Reading) -> Self {
        Self { reading, bounds: Bounds::new(&reading.limits) }
    }

    /// `column *( "," column )`, whose values, or rows, stand in `depth` containers.
    fn columns<'t>(&mut self, input: &'t str, depth: usize, around: Around) -> Parsed<'t, Vec<Column>> {
        separated_list1(char(','), |input| self.column(input, depth, around)).parse(input)
    }

    /// `[ name ] [ "?" ] type [ annotation ]`
    fn column<'t>(&mut self, input: &'t str, depth: usize, around: Around) -> Parsed<'t, Column> {
        self.bounds.column().map_err(known)?;
        let (input, name) = name(input)?;
        let depth = match around {
            Around::List if name.is_some() => self.bounds.inside(depth).map_err(known)?,
            _ => depth,
        };
        let (input, question) = opt(char('?')).parse(input)?;
        let (input, ty) = self.ty(input, depth, question.is_some())?;
        // In an unnamed column `?` only makes the struct one cell (COL-3).
        let missing = question.is_some() && (name.is_some() || !matches!(ty, ColumnType::Struct { .. }));
        self.rule(input, Column { name, missing, ty, rule: ColumnRule::Plain }, depth)
    }

    /// `*( "[]" / "<" scalar ">" ) ( ":" scalar / [ "?" ] "{" columns "}" )`
    ///
    /// A struct directly at the start is in brackets if a `?` stood before it: `bracketed`.
    fn ty<'t>(&mut self, input: &'t str, depth: usize, bracketed: bool) -> Parsed<'t, ColumnType> {
        let (mut input, mut depth, mut around) = (input, depth, Vec::new());
        while let (rest, Some(key)) = opt(container).parse(input)? {
            depth = self.bounds.inside(depth).map_err(known)?;
            around.push(key);
            input = rest;
        }
        let (input, question) = if around.is_empty() { (input, None) } else { opt(char('?')).parse(input)? };
        let bracketed = question.is_some() || (bracketed && around.is_empty());
        let (input, inner) = match input.strip_prefix(':') {
            Some(input) if question.is_none() => scalars::parse(input)?,
            _ => self.structure(input, depth, bracketed)?,
        };
        let wrap = |inner, key| match key {
            None => ColumnType::list(inner),
            Some(key) => ColumnType::map(key, inner),
        };
        Ok((input, around.into_iter().rev().fold(inner, wrap)))
    }

    /// `"{" columns "}"`
    fn structure<'t>(&mut self, input: &'t str, depth: usize, bracketed: bool) -> Parsed<'t, ColumnType> {
        let (input, _) = expect("a type such as `:i64`", char('{')).parse(input)?;
        let depth = self.bounds.inside(depth).map_err(known)?;
        let (input, columns) =
            if input.starts_with('}') { (input, Vec::new()) } else { self.columns(input, depth, Around::Struct)? };
        let (input, _) = expect("`,` or `}` after a field", char('}')).parse(input)?;
        Ok((input, ColumnType::Struct { columns, bracketed }))
    }

    /// `[ "(always " cell ")" / "(like " text "*" text ")" ]`
    fn rule<'t>(&self, input: &'t str, mut column: Column, depth: usize) -> Parsed<'t, Column> {
        if !input.starts_with('(') {
            return Ok((input, column));
        }
        let cell = delimited(tag(ALWAYS), constant(&column.ty), close()).map(Written::Always);
        let template = template.map(|(prefix, suffix)| Written::Like(prefix, suffix));
        let (rest, written) = expect("`(always ...)` or `(like ...*...)`", alt((cell, template))).parse(input)?;
        column.rule = self.read_rule(written, &column, depth).map_err(known)?;
        Ok((rest, column))
    }

    fn read_rule(&self, written: Written<'_>, column: &Column, depth: usize) -> Result<ColumnRule> {
        match written {
            Written::Always(raw) => {
                check::takes_constant(column)?;
                check_bytes(raw.len())?;
                parse_constant(raw, column, self.reading, depth).map(ColumnRule::Always)
            }
            Written::Like(prefix, suffix) => {
                read_template((prefix, suffix)).map(|(prefix, suffix)| ColumnRule::Like { prefix, suffix })
            }
        }
    }
}

/// An annotation as it is written.
#[derive(Clone, Copy)]
enum Written<'t> {
    Always(&'t str),
    Like(&'t str, &'t str),
}

/// `[]`, or `<K>` with its key.
fn container(input: &str) -> Parsed<'_, Option<ColumnType>> {
    let list = tag("[]").map(|_| None);
    let key = preceded(char('<'), scalars::parse).map(Some);
    let (rest, key) = alt((list, key)).parse(input)?;
    match key {
        None => Ok((rest, None)),
        Some(_) => expect("`>` after the type of the keys", char('>')).parse(rest).map(|(rest, _)| (rest, key)),
    }
}

/// The argument of `always`, as it is written; the separators of an `auto` tree are bare in it.
fn constant<'t>(ty: &ColumnType) -> impl Parser<&'t str, Output = &'t str, Error = Fault<'t>> {
    let is_auto = *ty == ColumnType::Auto;
    move |input: &'t str| {
        let tree = if is_auto { auto::skip(input).unwrap_or(0) } else { 0 };
        let rest = input.get(tree..).unwrap_or_default();
        take_to(input, tree.saturating_add(EscapeSet::ARGUMENT.find(rest)))
    }
}

/// `"(like " text "*" text ")"`, as it is written.
fn template(input: &str) -> Parsed<'_, (&str, &str)> {
    let part = |input| take_to(input, EscapeSet::TEMPLATE.find(input));
    let star = expect("one `*` in a template", char('*'));
    delimited(tag(LIKE), separated_pair(part, star, part), close()).parse(input)
}

/// The texts of a [`template`].
fn read_template((prefix, suffix): (&str, &str)) -> Result<(Box<str>, Box<str>)> {
    let part = |raw| unescape(raw, EscapeSet::TEMPLATE).map(|text| text.into_owned().into_boxed_str());
    Ok((part(prefix)?, part(suffix)?))
}

/// The twin of [`template`] and [`read_template`].
fn print_template(prefix: &str, suffix: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(LIKE.as_bytes());
    escape(prefix, EscapeSet::TEMPLATE, out);
    out.push(b'*');
    escape(suffix, EscapeSet::TEMPLATE, out);
    out.push(b')');
}

/// The end of an annotation.
fn close<'t>() -> impl Parser<&'t str, Output = char, Error = Fault<'t>> {
    expect("`)` after an argument", char(')'))
}

/// `[ name ]`
fn name(input: &str) -> Parsed<'_, Option<Box<str>>> {
    let (rest, raw) = take_to(input, EscapeSet::NAME.find(input))?;
    if raw.is_empty() {
        return Ok((rest, None));
    }
    let name = parse_name(raw).map_err(known)?;
    Ok((rest, Some(name.into())))
}

/// Reads a name in a declaration, in a record line or in `axis`.
pub(crate) fn parse_name(raw: &str) -> Result<Cow<'_, str>> {
    if let Some((name, _)) = NAMES.iter().find(|(_, spelling)| *spelling == raw) {
        return Ok(Cow::Borrowed(name));
    }
    if NAMES.iter().any(|(name, _)| *name == raw) {
        let expected = "a name, in which a first `#` or `@` alone has a backslash";
        return Err(Error::syntax(expected, raw).hint("`#:u64` and `@:str` stand before all other columns"));
    }
    unescape(raw, EscapeSet::NAME)
}

/// The twin of [`parse_name`].
pub(crate) fn print_name(name: &str, out: &mut Vec<u8>) {
    match NAMES.iter().find(|(known, _)| *known == name) {
        Some((_, spelling)) => out.extend_from_slice(spelling.as_bytes()),
        None => escape(name, EscapeSet::NAME, out),
    }
}

/// How far a declaration may go. It is bounded while it is read, as text that nests without end would use up the stack
/// before it could be checked, and when it is checked, as the schema of a writer was never text.
struct Bounds<'l> {
    limits: &'l Limits,
    /// Columns so far, nested ones included.
    columns: usize,
}

impl<'l> Bounds<'l> {
    const fn new(limits: &'l Limits) -> Self {
        Self { limits, columns: 0 }
    }

    /// Counts a column.
    fn column(&mut self) -> Result<()> {
        self.columns = self.columns.saturating_add(1);
        if self.columns > self.limits.columns {
            return Err(Error::limit("columns", u64::try_from(self.limits.columns).unwrap_or(u64::MAX)));
        }
        Ok(())
    }

    /// The depth inside a container that stands at `depth`.
    fn inside(&self, depth: usize) -> Result<usize> {
        check_depth(depth, self.limits)
    }
}

fn check_bytes(bytes: usize) -> Result<()> {
    if bytes > MOST_BYTES {
        return Err(Error::limit("bytes of a constant or template", u64::try_from(MOST_BYTES).unwrap_or(u64::MAX)));
    }
    Ok(())
}

/// Prints constants as cells of their columns.
fn constants(writing: &Writing) -> impl Fn(&Value<'static>, &Column, usize, &mut Vec<u8>) -> Result<()> {
    |value, column, depth, out| print_constant(value, column, writing, depth, out)
}

/// What prints declarations: they differ in what becomes of a constant that is no value of its column.
struct Printing<C> {
    constant: C,
}

impl<C: Fn(&Value<'static>, &Column, usize, &mut Vec<u8>) -> Result<()>> Printing<C> {
    /// Everything that `columns=` holds; `list` is the depth of the rows' list.
    fn schema(&self, schema: &Schema, list: usize, out: &mut Vec<u8>) -> Result<()> {
        let number = schema.numbered.then(|| NUMBER.into());
        let lead = match schema.lead {
            Lead::None => None,
            Lead::Key => Some(Cow::Borrowed(KEY)),
            Lead::Offset(unit) => Some(Cow::Owned(offset_column(unit))),
        };
        let mut first = true;
        for column in number.into_iter().chain(lead) {
            separate(&mut first, out);
            out.extend_from_slice(column.as_bytes());
        }
        if let Some((prefix, suffix)) = schema.key_template() {
            print_template(prefix, suffix, out);
        }
        for (index, column) in schema.columns.iter().enumerate() {
            separate(&mut first, out);
            let depth = list.saturating_add(usize::from(column.name.is_some()));
            self.column(column, depth, out).map_err(|error| error.in_column(index, column.name()))?;
        }
        Ok(())
    }

    fn column(&self, column: &Column, depth: usize, out: &mut Vec<u8>) -> Result<()> {
        if let Some(name) = &column.name {
            print_name(name, out);
        }
        if column.missing {
            out.push(b'?');
        }
        // The `?` of a named column makes its struct one cell already.
        self.ty(&column.ty, depth, column.name.is_some(), out)?;
        match &column.rule {
            ColumnRule::Plain => {}
            ColumnRule::Always(value) => {
                out.extend_from_slice(ALWAYS.as_bytes());
                let start = out.len();
                (self.constant)(value, column, depth, out)?;
                check_bytes(out.len().saturating_sub(start))?;
                out.push(b')');
            }
            ColumnRule::Like { prefix, suffix } => print_template(prefix, suffix, out),
        }
        Ok(())
    }

    /// `said`: whether a struct directly at the start needs no `?` to be in brackets.
    fn ty(&self, ty: &ColumnType, depth: usize, said: bool, out: &mut Vec<u8>) -> Result<()> {
        let (mut ty, mut depth, mut said) = (ty, depth, said);
        loop {
            match ty {
                ColumnType::List(item) => {
                    out.extend_from_slice(b"[]");
                    ty = item;
                }
                ColumnType::Map(key, value) => {
                    out.push(b'<');
                    scalars::print(key, out);
                    out.push(b'>');
                    ty = value;
                }
                ColumnType::Struct { columns, bracketed } => {
                    out.extend_from_slice(if *bracketed && !said { b"?{" } else { b"{" });
                    let mut first = true;
                    for column in columns {
                        separate(&mut first, out);
                        self.column(column, depth.saturating_add(1), out)?;
                    }
                    out.push(b'}');
                    return Ok(());
                }
                scalar => {
                    out.push(b':');
                    scalars::print(scalar, out);
                    return Ok(());
                }
            }
            depth = depth.saturating_add(1);
            said = false;
        }
    }
}

fn separate(first: &mut bool, out: &mut Vec<u8>) {
    if !*first {
        out.push(b',');
    }
    *first = false;
}

type PrintConstant = fn(&Value<'static>, &Column, usize, &mut Vec<u8>) -> Result<()>;

/// Prints for people: a constant that is no value of its column is left out.
fn display(
    f: &mut fmt::Formatter<'_>,
    print: impl FnOnce(Printing<PrintConstant>, &mut Vec<u8>) -> Result<()>,
) -> fmt::Result {
    let constant: PrintConstant = |value, column, depth, out| {
        let start = out.len();
        if print_constant(value, column, &Writing::default(), depth, out).is_err() {
            out.truncate(start);
        }
        Ok(())
    };
    let mut out = Vec::new();
    // Only a constant or template that is too long is an error here, and the letters before it are worth showing.
    let _ = print(Printing { constant }, &mut out);
    f.write_str(&String::from_utf8_lossy(&out))
}

/// The declaration, as it stands in a header.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |printing, out| printing.schema(self, 0, out))
    }
}

/// The declaration, as it stands in a header.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |printing, out| printing.column(self, 0, out))
    }
}

/// The declaration: the word of a scalar type (`i64`), what follows a name for others (`[]:i64`, `{a:i64}`).
impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(f, |printing, out| {
            if self.is_scalar() {
                scalars::print(self, out);
                return Ok(());
            }
            printing.ty(self, 0, false, out)
        })
    }
}
