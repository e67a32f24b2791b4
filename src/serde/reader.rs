//! Rows one by one: `Reader::deserialize`.

use std::io::Read;

use core::marker::PhantomData;

use serde_core::de::DeserializeOwned;

use super::clock::Clock;
use super::row::{RowDeserializer, RowSite};
use crate::{Event, Reader, Result};

/// The rows of a document as values. See [`Reader::deserialize`].
#[derive(Debug)]
pub struct DeserializeRows<'r, R, T> {
    reader: &'r mut Reader<R>,
    /// The time field, in a series.
    clock: Option<Clock>,
    /// Whether the clock is that of the block being read.
    is_known: bool,
    is_over: bool,
    of: PhantomData<fn() -> T>,
}

impl<R: Read> Reader<R> {
    /// The rows of all tables and series as values: structs and maps by the names of the columns, in any order; tuples by
    /// their places; under an unnamed column the value itself. A row of a series has its time field, a row of a keyed
    /// table is what stands behind the key, or with a tuple of two the key and that.
    ///
    /// A row that is no such value is an error, after which the next can be read; a fault of the document ends the
    /// iteration.
    ///
    /// # Example
    /// ```
    /// # use serde::Deserialize;
    /// #[derive(Debug, PartialEq, Deserialize)]
    /// struct Row {
    ///     name: String,
    ///     id: u32,
    /// }
    ///
    /// let document = b"QRP1|table|rows=2|columns=id:i64,name:str\n1,Ada\n-2,Bob\n\\.\n";
    /// let mut reader = qrp1::Reader::from_reader(&document[..]);
    /// let mut rows = reader.deserialize::<Row>();
    /// assert_eq!(rows.next().unwrap()?, Row { name: "Ada".into(), id: 1 });
    /// let error = rows.next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "invalid value: integer `-2`, expected u32 at line 3, column 1 `id`, byte 48");
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> DeserializeRows<'_, R, T> {
        DeserializeRows { reader: self, clock: None, is_known: false, is_over: false, of: PhantomData }
    }
}

impl<R: Read, T: DeserializeOwned> DeserializeRows<'_, R, T> {
    fn read(&mut self) -> Result<Option<Result<T>>> {
        loop {
            match self.reader.next_event()? {
                Some(Event::Header(_)) => self.is_known = false,
                Some(Event::Row(row)) => {
                    if !self.is_known {
                        let clock = row.header().map(|header| Clock::new(header, None)).transpose()?;
                        (self.clock, self.is_known) = (clock.flatten(), true);
                    }
                    let mut site = RowSite::new(row, self.clock.as_ref(), None, false);
                    let value = T::deserialize(RowDeserializer { site: &mut site });
                    return Ok(Some(value.map_err(|error| RowSite::place(row, error))));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }
}

impl<R: Read, T: DeserializeOwned> Iterator for DeserializeRows<'_, R, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.is_over {
            return None;
        }
        match self.read() {
            Ok(Some(value)) => Some(value),
            Ok(None) => {
                self.is_over = true;
                None
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(error))
            }
        }
    }
}
