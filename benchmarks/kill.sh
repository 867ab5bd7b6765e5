#!/usr/bin/env bash
# Kills a search with SIGKILL at random moments and resumes it: nothing that was found may be lost.
#
#   benchmarks/kill.sh [TIMES]       50 unless said
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
exec python3 - "${1:-50}" <<'PYTHON'
import glob, json, os, random, subprocess, sys, tempfile, time

times = int(sys.argv[1])
rarebit = os.path.abspath(os.environ.get("RAREBIT", "target/release/rarebit"))
programs = [os.path.abspath(p) for p in sorted(glob.glob("benchmarks/needles/*.c"))]
random.seed(1)
losses = []
with tempfile.TemporaryDirectory() as desk:
    for i in range(times):
        program, campaign = random.choice(programs), os.path.join(desk, f"campaign-{i}")
        command = [rarebit, "hunt", program, "--time", "4s", "--seed", str(i), "--no-confirm", "--json", "--campaign",
                   campaign, "--out", os.path.join(desk, f"out-{i}")]
        search = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0.1, 3.5))
        search.kill()
        search.wait()
        if not os.path.exists(os.path.join(campaign, "campaign.json")):
            continue
        load = lambda name: json.load(open(os.path.join(campaign, name)))
        try:
            state = load("campaign.json")
            for test in state["violations"] + state["suite"]:
                load(test)
            run = subprocess.run(command + ["--resume"], capture_output=True, text=True)
            after = json.loads(run.stdout)
        except (ValueError, OSError) as error:
            losses.append(f"search {i} of {os.path.basename(program)}: {error}")
            continue
        reported = [os.path.basename(one["test_file"]) for one in after["violations"]]
        losses += [f"search {i}: {test} is lost" for test in state["violations"] if test not in reported]
        if after["coverage"]["covered"] < state["covered"]:
            losses.append(f'search {i}: coverage fell from {state["covered"]} to {after["coverage"]["covered"]}')
print("\n".join(losses + [f"{times} searches killed and resumed, {len(losses)} losses"]))
sys.exit(bool(losses))
PYTHON
