//! The program that calls every operation on all its operands and prints the results.

use crate::operations::{Operation, Print, Skip};
use crate::values::{Set, mask};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What clang-19 says of the target.
pub const HEADER: &str = "\
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
";

const DRIVER: &str = r#"
#include <stdio.h>
#include <string.h>

typedef unsigned long word;
struct value { _Alignas(16) word low; word high; };
typedef void function(const void *, const void *, const void *, void *);
struct operation {
  const char *name;
  function *function;
  const struct value *a, *b, *c;
  int count_a, count_b, count_c;
  /* The width of a float result, or 0. */
  int width;
  /* The second operand to leave out is 0; and, with `overflow`, this pair. */
  int skip_zero, skip_overflow;
  struct value least, ones;
};

static const struct value nothing[] = {{0, 0}};
@DATA@
static char text[1 << 16];
static unsigned used;

static void put(const char *s) {
  while (*s)
    text[used++] = *s++;
}

static void flush(void) {
  fwrite(text, 1, used, stdout);
  used = 0;
}

static void put_hex(word low, word high) {
  int digits = 1;
  for (word rest = high ? high : low; rest >>= 4;)
    digits++;
  if (high)
    digits += 16;
  for (int i = digits - 1; i >= 0; i--)
    text[used++] = "0123456789abcdef"[(i >= 16 ? high >> 4 * (i - 16) : low >> 4 * i) & 15];
}

static int is_nan(int width, word low) {
  if (width == 32)
    return (low & 0x7fffffff) > 0x7f800000;
  return width == 64 && (low & 0x7fffffffffffffff) > 0x7ff0000000000000;
}

static int same(struct value x, struct value y) { return x.low == y.low && x.high == y.high; }

int main(void) {
  for (unsigned k = 0; k < sizeof operations / sizeof *operations; k++) {
    const struct operation *op = &operations[k];
    put(op->name);
    put(":\n");
    for (int i = 0; i < op->count_a; i++)
      for (int j = 0; j < op->count_b; j++)
        for (int l = 0; l < op->count_c; l++) {
          struct value out, b = op->b[j];
          int zero = b.low == 0 && b.high == 0;
          if ((op->skip_zero && zero) || (op->skip_overflow && same(op->a[i], op->least) && same(b, op->ones)))
            continue;
          memset(&out, 0xAA, sizeof out);
          op->function(&op->a[i], &b, &op->c[l], &out);
          if (is_nan(op->width, out.low))
            put("nan");
          else if (op->width)
            put_hex(op->width == 32 ? (unsigned)out.low : out.low, 0);
          else
            put_hex(out.low, out.high);
          text[used++] = '\n';
          if (used > sizeof text - 256)
            flush();
        }
  }
  flush();
}
"#;

/// The driver for some operations.
pub fn driver(operations: &[Operation]) -> String {
    let sets: BTreeSet<Set> = operations.iter().flat_map(|op| op.operands.iter().copied()).collect();
    let mut data: String = sets.into_iter().map(Set::definition).collect();
    let mut table = "static const struct operation operations[] = {\n".to_string();
    for op in operations {
        writeln!(data, "function {};", op.name).unwrap();
        let operand = |i: usize| op.operands.get(i).map_or("nothing".into(), |set| set.name());
        let count = |i: usize| op.operands.get(i).map_or(1, |set| set.values().len());
        let width = if let Print::Float(width) = op.print { width } else { 0 };
        let (least, ones) = match op.operands[0] {
            Set::Int(width) => (1 << (width - 1), mask(width)),
            _ => (0, 0),
        };
        let pair = |v: u128| format!("{{{:#x}u, {:#x}u}}", v as u64, v >> 64);
        writeln!(
            table,
            "{{\"{}\", {}, {}, {}, {}, {}, {}, {}, {width}, {}, {}, {}, {}}},",
            op.name,
            op.name,
            operand(0),
            operand(1),
            operand(2),
            count(0),
            count(1),
            count(2),
            u8::from(op.skip != Skip::None),
            u8::from(op.skip == Skip::Overflow),
            pair(least),
            pair(ones),
        )
        .unwrap();
    }
    DRIVER.replace("@DATA@", &(data + &table + "};"))
}
