//! Macros with the names of those of `core`, as firmware has them from `#[macro_use] extern crate
//! defmt`. None may be reached from an expansion.
#![no_std]

macro_rules! hostile {
    ($dollar:tt: $($name:ident)*) => {$(
        /// Does not compile.
        #[macro_export]
        macro_rules! $name {
            ($dollar($dollar tokens:tt)*) => {
                ::core::compile_error!("the expansion used a macro by its bare name")
            };
        }
    )*};
}

hostile!($: assert assert_eq debug_assert panic unreachable unimplemented todo matches concat stringify);
