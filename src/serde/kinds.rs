//! The kinds of values that serde has, for serializers that treat many of them alike: lists of methods, each handed to a
//! macro, and the four traits of lists and two of structs, each by the methods of one type.

/// Calls `$with!` with the methods of what is no container and holds its value itself, but for those that have letters of
/// their own.
macro_rules! each_scalar {
    ($with:ident) => {
        $with! {
            serialize_bool(value: bool);
            serialize_i8(value: i8);
            serialize_i16(value: i16);
            serialize_i32(value: i32);
            serialize_i64(value: i64);
            serialize_u8(value: u8);
            serialize_u16(value: u16);
            serialize_u32(value: u32);
            serialize_u64(value: u64);
            serialize_f32(value: f32);
            serialize_f64(value: f64);
            serialize_char(value: char);
            serialize_str(value: &str);
            serialize_none();
            serialize_unit();
            serialize_unit_struct(name: &'static str);
            serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
        }
    };
}

/// Calls `$with!` with the methods of scalars that take memory to be held.
macro_rules! each_long_scalar {
    ($with:ident) => {
        $with! {
            serialize_i128(value: i128);
            serialize_u128(value: u128);
            serialize_bytes(value: &[u8]);
        }
    };
}

/// Calls `$with!` with the methods of containers other than structs.
macro_rules! each_container {
    ($with:ident) => {
        $with! {
            serialize_seq(Option<usize>) -> Self::SerializeSeq;
            serialize_tuple(usize) -> Self::SerializeTuple;
            serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
            serialize_map(Option<usize>) -> Self::SerializeMap;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
        }
    };
}

/// The four traits of lists, by `push` and `finish`.
macro_rules! serialize_items {
    ([$($of:tt)*] $type:ty => $ok:ty) => {
        serialize_items! { [$($of)*] $type => $ok: SerializeSeq serialize_element }
        serialize_items! { [$($of)*] $type => $ok: SerializeTuple serialize_element }
        serialize_items! { [$($of)*] $type => $ok: SerializeTupleStruct serialize_field }
        serialize_items! { [$($of)*] $type => $ok: SerializeTupleVariant serialize_field }
    };
    ([$($of:tt)*] $type:ty => $ok:ty: $kind:ident $method:ident) => {
        impl<$($of)*> serde_core::ser::$kind for $type {
            type Ok = $ok;
            type Error = crate::Error;

            #[inline]
            fn $method<T: ?Sized + serde_core::Serialize>(&mut self, value: &T) -> crate::Result<()> {
                self.push(value)
            }

            #[inline]
            fn end(self) -> crate::Result<$ok> {
                self.finish()
            }
        }
    };
}

/// The two traits of structs, by `field`, `skip` and `finish`.
macro_rules! serialize_fields {
    ([$($of:tt)*] $type:ty => $ok:ty) => {
        serialize_fields! { [$($of)*] $type => $ok: SerializeStruct }
        serialize_fields! { [$($of)*] $type => $ok: SerializeStructVariant }
    };
    ([$($of:tt)*] $type:ty => $ok:ty: $kind:ident) => {
        impl<$($of)*> serde_core::ser::$kind for $type {
            type Ok = $ok;
            type Error = crate::Error;

            #[inline]
            fn serialize_field<T: ?Sized + serde_core::Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> crate::Result<()> {
                self.field(name, value)
            }

            #[inline]
            fn skip_field(&mut self, name: &'static str) -> crate::Result<()> {
                self.skip(name)
            }

            #[inline]
            fn end(self) -> crate::Result<$ok> {
                self.finish()
            }
        }
    };
}

pub(super) use {each_container, each_long_scalar, each_scalar, serialize_fields, serialize_items};
