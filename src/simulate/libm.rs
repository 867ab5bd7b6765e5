//! The functions of libm, called for real: results are those of the C library that this program runs with, which
//! is also the one that a native build of the tested program uses.
//!
//! They are looked up in the shared library by name. Linking to them would not do: Rust's own runtime library brings
//! versions of some (`cbrt`, `fma`, `rint`, …), the linker takes those first, and their last bit may differ.

use rarebit_front_end::ir::MathFn;
use rarebit_front_end::ir::meaning::wide;
use std::ffi::{CString, c_int, c_long, c_longlong, c_void};
use std::sync::OnceLock;

/// Declares the `f64` and `f32` versions of each function and the dispatch by shape.
macro_rules! libm {
    (
        one { $($one:ident $one64:ident $one32:ident,)* }
        two { $($two:ident $two64:ident $two32:ident,)* }
        three { $($three:ident $three64:ident $three32:ident,)* }
        to_int { $($to:ident $to64:ident $to32:ident $result:ty,)* }
        float_int { $($fi:ident $fi64:ident $fi32:ident $second:ty,)* }
        int_float { $($if:ident $if64:ident $if32:ident,)* }
    ) => {
        /// Where the functions are.
        struct Table {
            $($one64: extern "C" fn(f64) -> f64, $one32: extern "C" fn(f32) -> f32,)*
            $($two64: extern "C" fn(f64, f64) -> f64, $two32: extern "C" fn(f32, f32) -> f32,)*
            $($three64: extern "C" fn(f64, f64, f64) -> f64, $three32: extern "C" fn(f32, f32, f32) -> f32,)*
            $($to64: extern "C" fn(f64) -> $result, $to32: extern "C" fn(f32) -> $result,)*
            $($fi64: extern "C" fn(f64, $second) -> f64, $fi32: extern "C" fn(f32, $second) -> f32,)*
            $($if64: extern "C" fn(c_int, f64) -> f64, $if32: extern "C" fn(c_int, f32) -> f32,)*
        }

        impl Table {
            fn load() -> Table {
                let library = Library::open();
                // SAFETY: each name is that of a libm function with the C prototype of its field. They are pure
                // functions of numbers (`lgamma` also sets `signgam`, which nobody reads): safe to call.
                unsafe {
                    Table {
                        $($one64: library.get(stringify!($one64)), $one32: library.get(stringify!($one32)),)*
                        $($two64: library.get(stringify!($two64)), $two32: library.get(stringify!($two32)),)*
                        $($three64: library.get(stringify!($three64)), $three32: library.get(stringify!($three32)),)*
                        $($to64: library.get(stringify!($to64)), $to32: library.get(stringify!($to32)),)*
                        $($fi64: library.get(stringify!($fi64)), $fi32: library.get(stringify!($fi32)),)*
                        $($if64: library.get(stringify!($if64)), $if32: library.get(stringify!($if32)),)*
                    }
                }
            }
        }

        /// The native address of a function from floats to a float; none for the other shapes.
        pub fn address(func: MathFn, single: bool) -> Option<*const u8> {
            let c = table();
            match (func, single) {
                $((MathFn::$one, false) => Some(c.$one64 as *const u8), (MathFn::$one, true) => Some(c.$one32 as *const u8),)*
                $((MathFn::$two, false) => Some(c.$two64 as *const u8), (MathFn::$two, true) => Some(c.$two32 as *const u8),)*
                $((MathFn::$three, false) => Some(c.$three64 as *const u8),
                  (MathFn::$three, true) => Some(c.$three32 as *const u8),)*
                _ => None,
            }
        }

        fn call64(func: MathFn, args: &[(u32, u128)]) -> u128 {
            let c = table();
            let float = |i: usize| f64::from_bits(args[i].1 as u64);
            let int = |i: usize| wide::signed(args[i].0, args[i].1);
            match func {
                $(MathFn::$one => (c.$one64)(float(0)).to_bits().into(),)*
                $(MathFn::$two => (c.$two64)(float(0), float(1)).to_bits().into(),)*
                $(MathFn::$three => (c.$three64)(float(0), float(1), float(2)).to_bits().into(),)*
                $(MathFn::$to => (c.$to64)(float(0)) as i128 as u128,)*
                $(MathFn::$fi => (c.$fi64)(float(0), int(1) as $second).to_bits().into(),)*
                $(MathFn::$if => (c.$if64)(int(0) as c_int, float(1)).to_bits().into(),)*
            }
        }

        fn call32(func: MathFn, args: &[(u32, u128)]) -> u128 {
            let c = table();
            let float = |i: usize| f32::from_bits(args[i].1 as u32);
            let int = |i: usize| wide::signed(args[i].0, args[i].1);
            match func {
                $(MathFn::$one => (c.$one32)(float(0)).to_bits().into(),)*
                $(MathFn::$two => (c.$two32)(float(0), float(1)).to_bits().into(),)*
                $(MathFn::$three => (c.$three32)(float(0), float(1), float(2)).to_bits().into(),)*
                $(MathFn::$to => (c.$to32)(float(0)) as i128 as u128,)*
                $(MathFn::$fi => (c.$fi32)(float(0), int(1) as $second).to_bits().into(),)*
                $(MathFn::$if => (c.$if32)(int(0) as c_int, float(1)).to_bits().into(),)*
            }
        }
    };
}

libm! {
    one {
        Acos acos acosf, Acosh acosh acoshf, Asin asin asinf, Asinh asinh asinhf, Atan atan atanf,
        Atanh atanh atanhf, Cbrt cbrt cbrtf, Ceil ceil ceilf, Cos cos cosf, Cosh cosh coshf, Erf erf erff,
        Erfc erfc erfcf, Exp exp expf, Exp10 exp10 exp10f, Exp2 exp2 exp2f, Expm1 expm1 expm1f,
        Floor floor floorf, J0 j0 j0f, J1 j1 j1f, Lgamma lgamma lgammaf, Log log logf, Log10 log10 log10f,
        Log1p log1p log1pf, Log2 log2 log2f, Logb logb logbf, NearbyInt nearbyint nearbyintf, Rint rint rintf,
        Round round roundf, RoundEven roundeven roundevenf, Sin sin sinf, Sinh sinh sinhf, Sqrt sqrt sqrtf,
        Tan tan tanf, Tanh tanh tanhf, Tgamma tgamma tgammaf, Trunc trunc truncf, Y0 y0 y0f, Y1 y1 y1f,
    }
    two {
        Atan2 atan2 atan2f, CopySign copysign copysignf, Drem drem dremf, Fdim fdim fdimf, Fmax fmax fmaxf,
        Fmin fmin fminf, Fmod fmod fmodf, Hypot hypot hypotf, NextAfter nextafter nextafterf, Pow pow powf,
        Remainder remainder remainderf,
    }
    three { Fma fma fmaf, }
    to_int {
        Ilogb ilogb ilogbf c_int, Lrint lrint lrintf c_long, Lround lround lroundf c_long,
        Llrint llrint llrintf c_longlong, Llround llround llroundf c_longlong,
    }
    float_int {
        Ldexp ldexp ldexpf c_int, Scalbn scalbn scalbnf c_int, Scalbln scalbln scalblnf c_long,
    }
    int_float { Jn jn jnf, Yn yn ynf, }
}

/// The shared library, which stays open for ever.
struct Library(*mut c_void);

impl Library {
    fn open() -> Library {
        // SAFETY: the name ends with NUL; the library's initialisers are those of every C program.
        let handle = unsafe { libc::dlopen(c"libm.so.6".as_ptr(), libc::RTLD_NOW) };
        assert!(!handle.is_null(), "the C library's libm.so.6 is not there");
        Library(handle)
    }

    /// # Safety
    /// `F` must be the type of a function pointer, and fit the function.
    unsafe fn get<F>(&self, name: &str) -> F {
        let symbol = CString::new(name).expect("no NUL in a C name");
        // SAFETY: the handle is open and the name ends with NUL.
        let address = unsafe { libc::dlsym(self.0, symbol.as_ptr()) };
        assert!(!address.is_null(), "libm has no `{name}`");
        // SAFETY: a function's address, as the caller promises.
        unsafe { std::mem::transmute_copy(&address) }
    }
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::load)
}

/// The result's bits, to be cut to the result's width. `single`: the float operands are `f32`. Arguments are given
/// with their width.
pub fn call(func: MathFn, single: bool, args: &[(u32, u128)]) -> u128 {
    if single { call32(func, args) } else { call64(func, args) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape() {
        let f = |x: f64| (64, u128::from(x.to_bits()));
        let g = |x: f32| (32, u128::from(x.to_bits()));
        let int = |x: i32| (32, u128::from(x as u32));
        let real = |bits: u128| f64::from_bits(bits as u64);
        assert_eq!(real(call(MathFn::Sqrt, false, &[f(9.0)])), 3.0);
        assert_eq!(f32::from_bits(call(MathFn::Sqrt, true, &[g(16.0)]) as u32), 4.0);
        assert_eq!(real(call(MathFn::Pow, false, &[f(2.0), f(10.0)])), 1024.0);
        assert_eq!(real(call(MathFn::Fma, false, &[f(2.0), f(3.0), f(1.0)])), 7.0);
        assert_eq!(call(MathFn::Lrint, false, &[f(-2.0)]) as i64, -2);
        assert_eq!(call(MathFn::Ilogb, true, &[g(0.25)]) as i32, -2);
        assert_eq!(real(call(MathFn::Ldexp, false, &[f(1.0), int(-1)])), 0.5);
        assert_eq!(real(call(MathFn::Jn, false, &[int(0), f(0.0)])), 1.0);
    }
}
