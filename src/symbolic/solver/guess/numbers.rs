//! Number theory: divisors of a number, inverses modulo a power of two, the Chinese remainder theorem.
//!
//! Divisors come from Pollard's rho method with Brent's way of finding cycles, and the Miller–Rabin test with the bases that make it exact
//! below 2^64.

/// The divisors, ascending; none if there are more than `most`.
pub fn divisors(number: u64, most: usize) -> Option<Vec<u64>> {
    let mut all = vec![1u64];
    let mut rest = primes(number);
    rest.sort_unstable();
    let mut at = 0;
    while at < rest.len() {
        let prime = rest[at];
        let many = rest[at..].iter().take_while(|other| **other == prime).count();
        let before = all.len();
        let mut power = 1;
        for _ in 0..many {
            power *= prime;
            (0..before).for_each(|i| all.push(all[i] * power));
        }
        if all.len() > most {
            return None;
        }
        at += many;
    }
    all.sort_unstable();
    Some(all)
}

/// The prime factors, each as often as it divides.
fn primes(number: u64) -> Vec<u64> {
    let (mut found, mut open) = (Vec::new(), vec![number]);
    while let Some(n) = open.pop() {
        if n < 2 {
            continue;
        }
        if is_prime(n) {
            found.push(n);
            continue;
        }
        let factor = if n.is_multiple_of(2) { 2 } else { (1..).find_map(|c| rho(n, c)).unwrap_or(n) };
        open.push(factor);
        open.push(n / factor);
    }
    found
}

fn product(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

fn power(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut result = 1 % n;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base, n);
        }
        base = product(base, base, n);
        exponent >>= 1;
    }
    result
}

fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return BASES.contains(&n);
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = product(x, x, n);
            x == n - 1
        })
    })
}

/// A proper factor of an odd composite number, if the walk with this constant finds one.
fn rho(n: u64, c: u64) -> Option<u64> {
    const STRIDE: u64 = 128;
    let next = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(c)) % u128::from(n)) as u64;
    let (mut fast, mut length) = (2u64, 1u64);
    loop {
        let slow = fast;
        let mut walked = 0;
        while walked < length {
            let (begin, mut gap) = (fast, 1u64);
            for _ in 0..STRIDE.min(length - walked) {
                fast = next(fast);
                gap = product(gap, slow.abs_diff(fast), n);
            }
            let common = gcd(gap, n);
            if common > 1 {
                // The factor came somewhere in this stride; all of them may have come together.
                let mut x = begin;
                loop {
                    x = next(x);
                    let common = gcd(slow.abs_diff(x), n);
                    if common > 1 {
                        return (common < n).then_some(common);
                    }
                }
            }
            walked += STRIDE;
        }
        length *= 2;
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of an odd number modulo 2^128 (Newton's iteration doubles the bits that are right).
pub fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    for _ in 0..7 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

/// The Chinese remainder theorem for two remainders and moduli; none if they contradict or grow too large.
pub fn combine((r, m): (u128, u128), (s, n): (u128, u128)) -> Option<(u128, u128)> {
    let (m64, n64) = (u64::try_from(m).ok()?, u64::try_from(n).ok()?);
    let common = u128::from(gcd(m64, n64));
    if r.abs_diff(s) % common != 0 {
        return None;
    }
    let (step, n) = (m / common, n / common);
    let modulus = m.checked_mul(n)?;
    // r + m·k = s modulo n·common: k = (s − r)/common · step⁻¹ modulo n.
    let gap = (s + n * common - r % (n * common)) % (n * common) / common;
    let k = gap * (invert_modulo(step % n, n)?) % n;
    Some(((r + m * k) % modulus, modulus))
}

/// The inverse modulo a number below 2^64, by Euclid's extended algorithm.
fn invert_modulo(a: u128, n: u128) -> Option<u128> {
    if n == 1 {
        return Some(0);
    }
    let (mut r, mut next) = (n as i128, a as i128);
    let (mut t, mut coefficient) = (0i128, 1i128);
    while next != 0 {
        let quotient = r / next;
        (r, next) = (next, r - quotient * next);
        (t, coefficient) = (coefficient, t - quotient * coefficient);
    }
    (r == 1).then(|| t.rem_euclid(n as i128) as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_are_those_that_divide() {
        for n in (1..2_000).chain([65_536, 1_000_000, 999_983 * 2]) {
            let all: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(divisors(n, usize::MAX), Some(all), "{n}");
        }
    }

    #[test]
    fn large_numbers_fall_into_primes() {
        for (a, b) in [(2_147_483_647, 4_294_967_291), (4_294_967_291, 4_294_967_291), (3, 6_148_914_691_236_517_205)] {
            let n: u64 = a * b;
            let all = primes(n);
            assert_eq!(all.iter().product::<u64>(), n);
            assert!(all.iter().all(|prime| is_prime(*prime)), "{all:?}");
        }
    }

    #[test]
    fn too_many_are_none() {
        assert_eq!(divisors(5_040, 10), None);
    }
}
