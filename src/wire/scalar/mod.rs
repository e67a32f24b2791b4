//! One file per scalar type, `parse` above `print` in each. `cell` chooses among them by the column's type.

pub(crate) mod bool;
pub(crate) mod bytes;
pub(crate) mod decimal;
pub(crate) mod fault;
pub(crate) mod float;
pub(crate) mod int;
pub(crate) mod number;
pub(crate) mod temporal;
