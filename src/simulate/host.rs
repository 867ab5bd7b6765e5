//! What the simulator itself does for the program: heap objects, output, the end of the run, numbers as text.

use super::execute::Stop;
use super::failure::{Access, Fault};
use super::memory::Memory;
use super::number_text;
use rarebit_front_end::ir::HostFn;
use rarebit_learners::Limit;

/// What the program printed.
#[derive(Default)]
pub struct Output {
    pub out: Vec<u8>,
    pub errors: Vec<u8>,
    /// Bytes of both together that are kept.
    pub limit: u64,
}

impl Output {
    pub fn clear(&mut self) {
        self.out.clear();
        self.errors.clear();
    }

    fn write(&mut self, fd: u32, bytes: &[u8]) -> Result<(), Stop> {
        let left = self.limit.saturating_sub((self.out.len() + self.errors.len()) as u64);
        let kept = &bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        if fd == 2 { &mut self.errors } else { &mut self.out }.extend_from_slice(kept);
        if kept.len() < bytes.len() { Err(Stop::Limit(Limit::Output)) } else { Ok(()) }
    }
}

/// Does it; the result's bits, to be cut to the result's type.
pub fn call(func: HostFn, args: &[u128], memory: &mut Memory<'_>, output: &mut Output) -> Result<u128, Stop> {
    let arg = |i: usize| args.get(i).copied().unwrap_or(0) as u64;
    match func {
        HostFn::Alloc => match memory.heap_alloc(arg(0), arg(1)) {
            Some(address) => return Ok(address.into()),
            None => return Err(Stop::Limit(Limit::Memory)),
        },
        HostFn::Free => memory.free(arg(0))?,
        HostFn::Size => return Ok(memory.heap_size(arg(0))?.into()),
        HostFn::Write => {
            let size = arg(2);
            if size > 0 {
                output.write(arg(0) as u32, memory.read(arg(1), size)?)?;
            }
        }
        HostFn::Exit => return Err(Stop::Exit((arg(0) & 0xff) as i32)),
        HostFn::Abort => return Err(Stop::Exit(134)),
        HostFn::FormatDouble => {
            let (buffer, capacity, value) = (arg(0), arg(1), f64::from_bits(arg(2)));
            let text = number_text::format(value, arg(3) as u8, arg(4) as u32, arg(5) as i32);
            if capacity > 0 {
                let length = text.len().min(capacity - 1);
                // First the check: only then is it known that there is so much to make.
                memory.check(buffer, length + 1, Access::Write, None)?;
                let mut bytes = text.prefix(length);
                bytes.push(0);
                memory.write(buffer, &bytes)?;
            }
            // As the C library says when the length does not fit.
            return Ok(i32::try_from(text.len()).unwrap_or(-1) as u32 as u128);
        }
        HostFn::ShadowLoad => return Ok(memory.shadow_load(arg(0), arg(1))),
        HostFn::ShadowStore => memory.shadow_store(arg(0), args.get(1).copied().unwrap_or(0), arg(2)),
        HostFn::ShadowCopy => memory.shadow_copy(arg(0), arg(1), arg(2)),
        HostFn::ShadowFill => memory.shadow_fill(arg(0), arg(1) as u8, arg(2)),
        HostFn::ShadowTest => return Ok(memory.shadow_test(arg(0), arg(1)).into()),
        HostFn::Mark => memory.set_mark(arg(0) as u32),
        HostFn::Returned => memory.set_returned(),
        HostFn::Leaked => return Ok(memory.leaked().into()),
        HostFn::Unfreed => return Ok(memory.unfreed().into()),
        HostFn::ParseDouble => return Ok(number_text::parse_double(text(memory, arg(0), arg(1))?).to_bits().into()),
        HostFn::ParseFloat => return Ok(number_text::parse_float(text(memory, arg(0), arg(1))?).to_bits().into()),
    }
    Ok(0)
}

fn text<'a>(memory: &'a Memory<'_>, address: u64, size: u64) -> Result<&'a [u8], Fault> {
    if size == 0 { Ok(&[]) } else { memory.read(address, size) }
}
