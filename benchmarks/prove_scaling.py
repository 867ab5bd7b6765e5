"""Generates programs of any size in four shapes and measures how the time to prove their checks grows."""
import json
import math
import statistics
import subprocess
import sys

NONDET = "extern int __VERIFIER_nondet_int(void);"

def calls(n):
    """Many functions with loops, branches, arrays and calls of earlier ones; main calls each."""
    lines = [NONDET, "static int table[64];"]
    for i in range(n):
        call = f"t ^= f{i - 1 - i % 3}(t & 63, n);" if i >= 3 and i % 4 == 0 else ""
        lines.append(f"""static int f{i}(int k, int n) {{
  int a[{8 + i % 9}], t = k;
  for (int i = 0; i < {8 + i % 9}; i++) a[i] = i ^ n;
  if (n > {i % 50}) t = a[n & 7]; else t = table[k & 63] & {i % 31 + 1};
  {call}
  table[(t + {i % 7}) & 63] = t / {i % 5 + 1};
  return t;
}}""")
    body = "\n".join(f"  s ^= f{i}(s & 63, __VERIFIER_nondet_int());" for i in range(n))
    return "\n".join(lines) + f"\nint main(void) {{\n  int s = 0;\n{body}\n  return s & 1;\n}}\n"

def chain(n):
    """One call chain as deep as the program is long; every function gives its own array and its caller's on."""
    lines = [NONDET, f"static int f{n}(int *up, int k) {{ return up[k & 3]; }}"]
    for i in reversed(range(n)):
        lines.append(f"""static int f{i}(int *up, int k) {{
  int own[{4 + i % 5}], t = up[k & 3];
  for (int i = 0; i < {4 + i % 5}; i++) own[i] = t - i;
  if (k > {i % 40}) t = f{i + 1}(own, t & 3); else t = f{i + 1}(up, k);
  up[t & 3] = t % {i % 7 + 2};
  return t + own[k & 3];
}}""")
    return "\n".join(lines) + "\nint main(void) {\n  int a[4] = {0};\n  return f0(a, __VERIFIER_nondet_int()) & 1;\n}\n"

def structs(n):
    """Many global structs linked by pointers, and functions that work on them through pointers and a table."""
    lines = [NONDET, "struct node { struct node *next; int key, fill; short data[6]; int (*act)(struct node *, int); };"]
    for i in range(n):
        lines.append(f"static int act{i}(struct node *, int);")
        link = f"&node{i - 1}" if i % 10 else "0"
        lines.append(f"static struct node node{i} = {{ {link}, {i % 17}, 0, {{0}}, act{i} }};")
    for i in range(n):
        lines.append(f"""static int act{i}(struct node *self, int x) {{
  int sum = self->key;
  for (struct node *at = self->next; at; at = at->next) sum += at->fill;
  if (self->fill < 6) self->data[self->fill++] = x;
  if (x > {i % 23}) node{i}.key = x % {i % 9 + 2};
  return sum / (node{i}.key & 7 | 1);
}}""")
    body = "\n".join(f"  s ^= node{i}.act(&node{i}, __VERIFIER_nondet_int() & 255);" for i in range(n))
    return "\n".join(lines) + f"\nint main(void) {{\n  int s = 0;\n{body}\n  return s & 1;\n}}\n"

def huge(n):
    """One function that is as long as the program, with variables in memory and in registers, loops and branches."""
    lines = []
    for i in range(n):
        lines.append(f"""  {{
    int b{i}[{4 + i % 6}], *p = a > {i % 30} ? b{i} : &g[{i % 64}];
    for (int i = 0; i < {4 + i % 6}; i++) b{i}[i] = a & i;
    *p = a / {i % 6 + 1};
    if (b{i}[a & 3] > {i % 11}) {{ a = __VERIFIER_nondet_int() & 63; c += g[a]; }} else d ^= *p;
    g[(c ^ d) & 63] = a;
  }}""")
    body = "\n".join(lines)
    return f"{NONDET}\nstatic int g[64];\nint main(void) {{\n  int a = 1, c = 2, d = 3;\n{body}\n  return (c ^ d) & 1;\n}}\n"

def measure(rarebit, path):
    out = subprocess.run([rarebit, "prove", "--json", path], check=True, capture_output=True).stdout
    return json.loads(out)

def main():
    rarebit, work, runs = sys.argv[1:]
    for shape in (calls, chain, structs, huge):
        print(f"{shape.__name__}: {shape.__doc__}")
        points = []
        for n in (20, 63, 200, 632, 2000):
            path = f"{work}/{shape.__name__}{n}.c"
            with open(path, "w") as file:
                file.write(shape(n))
            outs = [measure(rarebit, path) for _ in range(int(runs))]
            size = outs[0]["before"]["instructions"]
            seconds = statistics.median(out["processor_seconds"] for out in outs)
            points.append((math.log(size), math.log(seconds)))
            print(f"{size:8} instructions {seconds:8.3f} s {1e6 * seconds / size:8.1f} us each", flush=True)
        mx, my = (sum(c) / len(points) for c in zip(*points))
        slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
        print(f"exponent {slope:.2f}", flush=True)

main()
