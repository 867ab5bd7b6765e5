#!/usr/bin/env python3
"""Compares branch coverage as rarebit and TestCov see it.

For each program: `rarebit cover` writes a Test-Comp suite; TestCov runs it natively and measures its goals, which are
labels that it puts at every branch; rarebit then simulates the same tests on the program with these labels and counts
the labels that are reached. Both counts must be equal. The table also has rarebit's own count of edges, and by how
much it differs from the number of goals for the reasons that docs/exports.md gives; what they leave is the last
column, which must be 0.

usage: testcov.py RAREBIT TESTCOV_DIRECTORY PROGRAM... [--error]
"""

import json
import os
import re
import subprocess
import sys
import tempfile

BRANCHES = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"
CALLS = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n"
ERROR = "extern void abort(void);\nvoid reach_error(void) { abort(); }\n"


def task(source):
    """The program as a task of the competition: what it asserts is a call of reach_error."""
    text = re.sub(r"#include <assert\.h>\n", ERROR, source)
    text = re.sub(r"^( *)assert\((.*)\);$", r"\1if (!(\2)) {\n\1  reach_error();\n\1}", text, flags=re.M)
    return text if "reach_error" in text else ERROR + text


def testcov(directory, place, name, goal, suite):
    """TestCov's number of goals and share of them that it saw."""
    environment = dict(os.environ, PYTHONPATH=directory)
    environment["PATH"] = "/usr/lib/llvm-19/bin:" + environment["PATH"]
    command = [sys.executable, os.path.join(directory, "bin", "testcov"), "--no-isolation", "-64", "--no-plots"]
    command += ["--timelimit-per-run", "20", "--goal", goal, "--test-suite", suite, name]
    ended = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=600)
    words = ended.stdout + ended.stderr
    goals = re.search(r"Number of goals: (\d+)", words)
    share = re.search(r"Coverage: ([\d.]+)%", words)
    result = re.search(r"Result: (.*)", words)
    if not goals or not share:
        raise RuntimeError(words[-600:])
    return int(goals[1]), float(share[1]), result[1]


def rarebit(binary, place, *words):
    ended = subprocess.run([binary, *words], cwd=place, capture_output=True, text=True, timeout=600)
    if ended.returncode not in (0, 1):
        raise RuntimeError(ended.stderr)
    return ended.stdout


def labels(binary, place, name):
    """How many of TestCov's labels the kept tests reach in simulation."""
    marked = os.path.join(place, "output", "instrumented_" + name)
    again = os.path.join(place, "marked")
    os.makedirs(again, exist_ok=True)
    with open(marked) as file:
        lines = file.read().splitlines()
    with open(os.path.join(again, name), "w") as file:
        # TestCov preprocesses for gcc; clang does not know all that the headers then say.
        text = re.sub(r"__attribute__ \(\(__malloc__ \(\w+, \d\)\)\)", "", "\n".join(lines))
        file.write(text.replace("_Float128", "__float128") + "\n")
    rarebit(binary, place, "export", "kept", "--to", "lcov", "--output", "marked.info", "--program", "marked/" + name)
    hit = set()
    with open(os.path.join(place, "marked.info")) as file:
        for line in file:
            match = re.match(r"DA:(\d+),(\d+)", line)
            if match and int(match[2]) > 0:
                hit.add(int(match[1]))
    goals = [number for number, line in enumerate(lines, 1) if line.startswith("goto Goal_")]
    return len(goals), sum(number in hit for number in goals)


def branches(binary, directory, program, runs):
    name = os.path.basename(program)
    with tempfile.TemporaryDirectory() as place:
        with open(program) as file:
            text = task(file.read())
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
        with open(os.path.join(place, "goal.prp"), "w") as file:
            file.write(BRANCHES)
        words = ["--runs", str(runs), "--threads", "1", "--checks", "error", "--out", "kept", "--json"]
        ours = json.loads(rarebit(binary, place, "cover", name, *words, "--export", "testcomp=suite.zip"))["coverage"]
        goals, share, _ = testcov(directory, place, name, "goal.prp", "suite.zip")
        count, reached = labels(binary, place, name)
        seen = round(goals * share / 100)
        code = re.sub(r"/\*.*?\*/|//[^\n]*|\"(\\.|[^\"])*\"", "", text, flags=re.S)
        operators = len(re.findall(r"&&|\|\|", code))
        chains = len(re.findall(r"\belse\s+if\b", code))
        cases = len(re.findall(r"\b(?:case\b[^:;]*|default\s*):(?=\s*(?:case|default)\b)", code))
        # A switch goes somewhere even where no case says so.
        cases += len(re.findall(r"\bswitch\b", code)) - len(re.findall(r"\bdefault\s*:", code))
        rest = ours["edges"] - goals - 2 * operators - chains - cases
        equal = "yes" if (count, reached) == (goals, seen) else "NO"
        print(f"{name:28} {goals:5} {seen:5} {reached:5} {equal:>5} {ours['covered']:6} {ours['edges']:6} "
              f"{operators:5} {chains:5} {cases:5} {rest:5}", flush=True)
        return equal == "yes" and goals > 0 and rest == 0


def errors(binary, directory, program, witness):
    """Does TestCov see the call of reach_error in a suite that holds this witness?"""
    name = os.path.basename(program)
    with tempfile.TemporaryDirectory() as place:
        with open(program) as file:
            text = task(file.read())
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
        with open(os.path.join(place, "goal.prp"), "w") as file:
            file.write(CALLS)
        seed = "".join(f"<input>{value}</input>" for value in witness.split(","))
        head = '<?xml version="1.0"?>\n<!DOCTYPE testcase>\n'
        with open(os.path.join(place, "seed.xml"), "w") as file:
            file.write(f"{head}<testcase>{seed}</testcase>\n")
        words = ["--runs", "1", "--threads", "1", "--property", "goal.prp", "--corpus", "seed.xml", "--no-confirm"]
        rarebit(binary, place, "hunt", name, *words, "--export", "testcomp=suite.zip")
        goals, share, result = testcov(directory, place, name, "goal.prp", "suite.zip")
        confirmed = share == 100 and result == "TRUE" or result.startswith("DONE") and share == 100
        print(f"{name:28} {goals:5} {share:6.1f} {result}", flush=True)
        return confirmed and goals > 0


def witnesses(path):
    found, name = {}, None
    with open(path) as file:
        for line in file:
            if match := re.match(r"\[(\w+)\]", line):
                name = match[1]
            elif match := re.match(r'witness = "(.*)"', line):
                found[name] = match[1]
    return found


def main():
    words = [word for word in sys.argv[1:] if word != "--error"]
    binary, directory, programs = os.path.abspath(words[0]), os.path.abspath(words[1]), words[2:]
    good = 0
    if "--error" in sys.argv:
        known = witnesses(os.path.join(os.path.dirname(programs[0]), "expected.toml"))
        print(f"{'program':28} goals  share result")
        programs = [program for program in programs if "assert(" in open(program).read()]
        for program in programs:
            good += errors(binary, directory, program, known[os.path.basename(program)[:-2]])
    else:
        print(f"{'program':28} goals  seen  ours equal  edges covered/all, && and ||, else if, cases, rest")
        for program in programs:
            good += branches(binary, directory, program, 3000)
    print(f"{good} of {len(programs)}")
    return good != len(programs)


if __name__ == "__main__":
    sys.exit(main())
