//! Owns header and closing fields: those of a first header, of pages and of the end, and metadata.

use qrp1::{Closing, DocumentBlock, Header, Instant, Shape};

use super::Source;

impl Source<'_> {
    /// Fields that stand in the first header only, and metadata.
    pub(super) fn first_fields(&mut self, mut header: Header) -> Header {
        for key in [
            "status",
            "code",
            "cause",
            "resource",
            "revision",
            "complete",
            "next_cursor",
            "next",
            "retry",
            "stored",
            "expires",
            "snapshot",
        ] {
            if self.chance(8) {
                let value = self.field_value(key);
                header = header.with(key, value);
            }
        }
        self.metadata(header)
    }

    pub(super) fn metadata(&mut self, mut header: Header) -> Header {
        for key in ["source", "_later", "Trace.id", "x-1", "a"] {
            if self.chance(8) {
                let value = self.text();
                header = header.with(key, value);
            }
        }
        header
    }

    pub(super) fn page(&mut self, mut header: Header) -> Header {
        for key in ["from", "of"] {
            if self.chance(8) {
                let value = self.unsigned(u64::MAX - 100);
                header = header.with(key, value);
            }
        }
        if self.chance(10) { self.metadata(header) } else { header }
    }

    pub(super) fn field_value(&mut self, key: &str) -> String {
        match key {
            "status" => (*self.pick(&["ok", "failed", "running", "outcome_unknown"])).into(),
            "complete" => self.chance(50).to_string(),
            "expires" => self.instant(),
            _ => self.text(),
        }
    }

    pub(super) fn late_fields(&mut self, mut closing: Closing, blocks: &[DocumentBlock]) -> Closing {
        let (first, last) = (&blocks[0].header, &blocks[blocks.len() - 1].header);
        let is_free = |key: &str| first.get(key).is_none() && last.get(key).is_none();
        for key in ["status", "code", "cause", "of", "complete", "next_cursor", "next", "expires", "took_ms", "b"] {
            if is_free(key) && self.chance(15) && !(key == "of" && last.shape() == Shape::Record) {
                let value = if key == "of" { self.unsigned(u64::MAX).to_string() } else { self.field_value(key) };
                closing = closing.with(key, value);
            }
        }
        closing
    }

    pub(super) fn instant(&mut self) -> String {
        let date = *self.pick(&["2024-01-01", "1970-01-01", "1969-12-31", "0000-01-01", "9999-12-31", "2024-02-29"]);
        let time = *self.pick(&["00:00:00", "23:59:59", "12:00:00"]);
        let mut out = format!("{date}T{time}");
        if self.chance(40) {
            out.push('.');
            out += &self.digits(8);
        }
        out + *self.pick(&["Z", "+00:00", "+05:30", "-23:59"])
    }
}

/// The same header without a field.
pub(super) fn without(header: &Header, left_out: &str) -> Header {
    let new = match header.shape() {
        Shape::Record => Header::record(),
        Shape::Text => Header::text(),
        Shape::Receipt => Header::receipt(),
        Shape::Table => Header::table(header.schema().unwrap().clone()),
        // What is no instant, because `t0` was disturbed before, comes back with the other fields.
        Shape::Series => Header::series(header.schema().unwrap().clone(), header.t0().unwrap_or(epoch())),
    };
    let new = header.fields().filter(|(key, _)| *key != left_out).fold(new, |new, (key, value)| new.with(key, value));
    let new = header.names().fold(new, Header::with_name);
    if header.has_digits() { new.with_digits() } else { new }
}

fn epoch() -> Instant {
    "1970-01-01T00:00:00Z".parse().unwrap()
}
