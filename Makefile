.DEFAULT_GOAL := help
.PHONY: help demo test setup soak soak-alarms alarms-fse07 soak-fse07 bench-pruning bench-rwset bench-float prove-fse07 fse07-table ablation rounds-scaling needles libm kill bench-paths bench-allocation agreement concolic-fse07 bench-simulate jit-equality soak-soundness testcov clean

help: ## List the targets
	@sed -n 's/^\([a-z0-9-]*\): .*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

demo: ## Find the bug in examples/figure2.c
	@scripts/setup.sh
	@cargo run --release --quiet -- hunt examples/figure2.c --first; status=$$?; \
	if [ $$status -eq 1 ]; then exit 0; fi; \
	echo "demo: expected a violation (exit code 1), got exit code $$status" >&2; exit 1

test: ## Check formatting and lints, then run every test
	@scripts/setup.sh --tests
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	@if cargo nextest --version >/dev/null 2>&1; then \
		cargo nextest run --workspace --release; \
	else \
		cargo test --workspace --release; \
	fi

setup: ## Install what building and running needs
	@scripts/setup.sh

soak: ## Run the long random-program comparison
	@scripts/setup.sh --tests
	cargo build --release
	bash benchmarks/soak.sh

soak-alarms: ## Hunt in programs without errors; every violation must be confirmed natively
	@scripts/setup.sh --tests
	cargo build --release
	bash benchmarks/alarms.sh

alarms-fse07: ## Hunt in the repaired programs of benchmarks/fse07: every violation is a false alarm
	cargo build --release
	bash benchmarks/fse07/alarms.sh

soak-fse07: ## Run the repaired programs of benchmarks/fse07 on random inputs under sanitizers
	@scripts/setup.sh --tests
	bash benchmarks/fse07/soak.sh

bench-pruning: ## Look-ahead, call depth and solve-first on the programs of benchmarks/pruning
	cargo build --release
	bash benchmarks/pruning.sh

bench-rwset: ## RWset on the programs of benchmarks/rwset
	cargo build --release
	bash benchmarks/rwset.sh

bench-float: ## What the path engine and a hunt cover where decisions depend on floats
	cargo build --release
	bash benchmarks/float.sh

prove-fse07: ## What `prove` makes of the programs of benchmarks/fse07, beside the paper's table
	cargo build --release
	bash benchmarks/prove-fse07.sh

fse07-table: ## The paper's experiment: Tables 4 and 5 on the programs of benchmarks/fse07
	cargo build --release
	bash benchmarks/fse07-table.sh

needles: ## Run the needle set: uniform sampling beside the default strategy
	cargo build --release
	bash benchmarks/needles.sh

libm: ## Branch coverage of a libm's entry functions: make libm DIRECTORY=path
	cargo build --release
	bash benchmarks/libm.sh $(DIRECTORY)

kill: ## Kill searches at random moments and resume them
	cargo build --release
	bash benchmarks/kill.sh

bench-paths: ## Measure the path engine on two kernels, beside dated figures of klee
	cargo build --release
	bash benchmarks/paths-speed.sh

bench-allocation: ## The share of allocation in the profile of the path engine
	cargo build --release
	bash benchmarks/paths-allocation.sh

agreement: ## The path engine against the interpreter on random programs with unknown values
	@scripts/setup.sh --tests
	bash benchmarks/agreement.sh

ablation: ## What each part of the default strategy is worth
	cargo build --release
	bash benchmarks/ablation.sh

rounds-scaling: ## How the cost of feedback constraints grows with the number of rounds
	cargo build --release
	bash benchmarks/rounds-scaling.sh

concolic-fse07: ## Concolic testing, the sampler and the hybrid on the paper's nine programs
	cargo build --release
	bash benchmarks/concolic-fse07.sh

bench-simulate: ## Measure how fast programs are simulated
	@scripts/setup.sh --tests
	cargo bench --quiet --bench simulate | tee benchmarks/results/simulate.txt

jit-equality: ## Compare machine code and interpreter on 10,000 pairs of runs
	@scripts/setup.sh --tests
	bash benchmarks/jit-equality.sh

soak-soundness: ## Test the analysis and the slicer against many runs
	@scripts/setup.sh --tests
	bash benchmarks/soundness.sh

testcov: ## Compare TestCov's coverage of our suites with our own
	@scripts/setup.sh --tests
	cargo build --release
	bash benchmarks/testcov.sh

clean: ## Remove what the build made
	cargo clean
