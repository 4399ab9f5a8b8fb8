#!/usr/bin/env bash
# Single entry point: build, serve, test, benchmark. `./build.sh help` lists the commands.
#
# Every command finds its tools, installs missing ones if it may, or prints the command that does. Only changes are built
# again. docs/develop/building.md explains the choice of the compiler and the flags. Runs on bash 3.2 (macOS).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# shellcheck source=tools/shell/common.sh
source tools/shell/common.sh
# shellcheck source=tools/shell/install.sh
source tools/shell/install.sh
# shellcheck source=tools/shell/wasm.sh
source tools/shell/wasm.sh
# shellcheck source=tools/shell/steps.sh
source tools/shell/steps.sh
# shellcheck source=tools/shell/inputs.sh
source tools/shell/inputs.sh
# shellcheck source=tools/shell/cluster.sh
source tools/shell/cluster.sh

usage() {
  cat <<'TEXT'
usage: ./build.sh [--yes] COMMAND

  serve [--port 8048]  build the page, serve it on localhost and print the address
  build                build the page into dist/, a static site for any host
  package              build the npm packages into dist-packages/
  release              build the files of a release into dist-release/, with checksums
  test [--all]         run the checks and tests of each change; with --all every test, as before a release
  test-packages        test the npm packages in every bundler; downloads the bundlers
  test-soak            play 20,000 moves with each network and abandon 1,000 games (docs/develop/testing.md)
  test-cluster         run the recipes for many machines (docs/develop/clusters.md); installs what they need
  lint                 run the checks alone: format, lints, types, licenses
  bench                check the signature in every build; measure the search, the page and its memory
  help                 print this text

Missing system packages are installed with apt-get if that is possible. At a terminal the script asks first; --yes, or CI
in the environment, answers yes.
AFTERSTATE_COMPILER=rustup or =debian chooses the compiler for WebAssembly.
TEXT
}

# ---- build and serve -------------------------------------------------------------------------------------------------

# cargo_build OPTION...: builds natively. The features of shared crates depend on which packages are built together, so
# each command builds all it needs at once: a second call with other packages would compile those crates again.
cargo_build() { cargo build --locked --quiet "$@"; }

# make_site FOLDER [NETWORK...]: makes the site from www/ and the packages, with these networks or with all.
make_site() {
  rm -rf "$1"
  mkdir -p "$1"
  node tools/models.js models "$@"
  node tools/site.js www "$packages" "$1"
  cp -p crates/cli/src/serve/headers.txt "$1/_headers"
  node tools/precache.js "$1"
}

# assemble: makes dist/. The folder is replaced at once, so it is always complete.
assemble() {
  local new=target/dist-new old=target/dist-old
  make_site "$new"
  rm -rf "$old"
  [[ ! -e dist ]] || mv dist "$old"
  mv "$new" dist
  rm -rf "$old"
  say "The site is in dist/ ($(du -sh dist | cut -f1), version $(<dist/version.txt))"
}

# build_with OPTION...: builds the site, and native code with these options of cargo.
build_with() {
  need_cargo
  need_npm_packages
  choose_compiler
  say "Compiling natively (the first time, one to three minutes)"
  cargo_build "$@"
  say "Compiling WebAssembly (the first time with the standard library, two to four minutes)"
  compile_packages
  make_packages
  assemble
}

build() { build_with --package afterstate-tools; }

# pack: makes the npm packages. Their site has the small network only, and no list that names another.
pack() {
  make_site target/package-site lite
  node tools/package.js target/package-site "$packages" models dist-packages
}

package() {
  build
  pack
  say "The packages are in dist-packages/: $(cd dist-packages && echo *.tgz)"
}

# has_target TARGET: whether rustc has the standard library for it.
has_target() { [[ -d $(rustc --print target-libdir --target "$1") ]]; }

# build_binary: the command line for a release, on Linux a static one if rustup has or gets the target for it. Its panic
# messages name no folder of this machine. Sets binary and binary_system.
build_binary() {
  local target static paths flags
  target=$(rustc -vV | sed -n 's/^host: //p')
  if [[ $target == *-linux-gnu ]]; then
    static=${target/%gnu/musl}
    if has_target "$static" || ask_rustup target "$static"; then
      target=$static
    else
      say "The binary will need this system's C library. For a static one, run this first: rustup target add $static"
    fi
  fi
  # If the source of the standard library is installed, rustc names its files by their path here; otherwise, and in the
  # release, as /rustc/COMMIT/...
  paths=("$PWD=afterstate" "${CARGO_HOME:-$HOME/.cargo}/registry/src=crates"
    "$(rustc --print sysroot)/lib/rustlib/src/rust=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')")
  flags=$(printf -- '--remap-path-prefix=%s\037' "${paths[@]}")
  CARGO_ENCODED_RUSTFLAGS=${flags%?} cargo_build --release --package afterstate-cli --target "$target"
  binary=target/$target/release/afterstate
  ! grep -aqF "$HOME/" "$binary" || fail "$binary names a folder of this machine."
  binary_system=$target
}

release() {
  local binary binary_system
  package
  say "Compiling the command line"
  build_binary
  cargo package --locked --quiet --no-verify --allow-dirty --workspace --exclude afterstate-tools \
    --exclude afterstate-lab --exclude afterstate-benches
  node tools/release.js dist dist-packages models dist-release "$binary" "$binary_system"
  say "The release is in dist-release/"
}

serve() {
  build_with --workspace
  say "Serving (Ctrl-C ends it)"
  exec target/debug/afterstate serve "$@"
}

# ---- tests -----------------------------------------------------------------------------------------------------------

# Browser tests that only `test --all` runs: other browsers, and those that take an idle machine, one at a time.
readonly other_browsers=(firefox webkit)
readonly timed_tests=(lighthouse soak)

all_tests='' # whether `test --all` runs; tests/all.js reads the same from AFTERSTATE_TESTS

prepare_tests() {
  want_cargo
  find_browsers
  want_chromium
  want_fonts
  if [[ -n $all_tests ]]; then
    [[ -n $FIREFOX ]] || want "tests in Firefox (optional)" firefox-esr
    [[ -n $WEBKIT_DRIVER ]] || want "tests in WebKitGTK (optional)" webkit2gtk-driver xvfb
  fi
  install_wanted || say "Not everything that is missing was installed"
  find_browsers
  check_cargo
  check_chromium
  if [[ -z $all_tests ]]; then
    say "SKIPPED: the tests of --all (docs/develop/testing.md)"
  else
    if [[ -n $FIREFOX ]]; then say "Testing in $("$FIREFOX" --version 2>/dev/null)"; else say "SKIPPED: tests in Firefox, which is missing"; fi
    if [[ -n $WEBKIT_DRIVER ]]; then
      say "Testing in WebKitGTK through $WEBKIT_DRIVER"
    else
      say "SKIPPED: tests in WebKitGTK, whose driver (or Xvfb) is missing"
    fi
  fi
  need_component rustfmt fmt
  need_component clippy clippy
  need_node
  choose_compiler
}

check_shell() {
  if has shellcheck; then shellcheck -x build.sh .ci/* tools/*.sh tools/cluster/*.sh tools/cluster/slurm.sbatch; else say "SKIPPED: shellcheck is missing"; fi
}
# check_types: tsc stores what it found in each file, and checks only what changed or depends on a change.
check_types() {
  local project
  for project in tsconfig.json www/tsconfig.sw.json tests/tsconfig.json benches/tsconfig.json packages/tsconfig.json; do
    node_modules/.bin/tsc --project "$project" --incremental --tsBuildInfoFile "target/types/${project//\//-}.tsbuildinfo"
  done
}

# check_javascript: only files that changed. The cache is of these rules and this version, because ESLint does not notice
# changes in the rules of eslint.config.js.
check_javascript() {
  local cache
  cache=target/eslint/$(cat eslint.config.js package-lock.json | sha256)
  node_modules/.bin/eslint --max-warnings=0 --cache --cache-strategy content --cache-location "$cache" .
}

# with_lints COMMAND...: runs cargo with clippy as the compiler of our crates. `cargo clippy` would check all packages once
# more.
with_lints() { RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=$clippy_arguments "$@"; }
readonly clippy_arguments=-D__CLIPPY_HACKERY__warnings # clippy-driver's form of `-- -D warnings`

# rust_docs: the documentation of the crates, with warnings as errors.
rust_docs() { RUSTDOCFLAGS='-D warnings' cargo doc --locked --quiet --workspace --no-deps; }

# check_minimum: compiles with the minimum version of Rust, which Cargo.toml names, if it is there.
check_minimum() {
  local minimum
  minimum=$(minimum_rust)
  if [[ $(rustc --version) == "rustc $minimum."* ]]; then
    say "This compiler is the minimum version"
  elif has rustup && [[ $(rustup toolchain list) == *"$minimum"* ]]; then
    RUSTUP_TOOLCHAIN=$(rustup toolchain list | grep -m 1 "^$minimum" | cut -d' ' -f1) \
      cargo check --locked --quiet --workspace --all-targets --target-dir target/minimum
  else
    say "SKIPPED: Rust $minimum is missing ('rustup toolchain install $minimum' adds it)"
  fi
}

# compile_wasm_tests: tests/wasm.rs as a module, with the lints of the code that only WebAssembly compiles. Clippy itself
# compiles it: `cargo clippy` would check all dependencies once more. What ships is never compiled by clippy, which optimizes
# less. The code that has lints alone uses the dependencies of what ships; the tests, which ask for values and not for
# speed, are compiled quickly. Debian's compiler comes without clippy: rustc's warnings alone then.
compile_wasm_tests() {
  local module package unoptimized=(--quiet --release --lib) quick=(--quiet --release)
  for package in afterstate afterstate-papers; do
    unoptimized+=(--config "profile.release.package.$package.opt-level=0")
  done
  quick+=(--config 'profile.release.lto="off"' --config profile.release.opt-level=0
    --config profile.release.package.afterstate.opt-level=1
    --config profile.release.codegen-units=16 --config profile.release.incremental=true)
  if [[ $wasm_rustc == rustc ]]; then
    local -x RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=$clippy_arguments
    wasm_build papers rustc "${unoptimized[@]}" --crate-type rlib
  else
    say "Debian's compiler has no clippy: checking rustc's warnings only"
    wasm_build single rustc "${unoptimized[@]}" -- -D warnings
    wasm_build papers rustc "${unoptimized[@]}" -- -D warnings
  fi
  module=$(wasm_build single test "${quick[@]}" -Z panic-abort-tests --test wasm --no-run \
    --message-format=json-render-diagnostics | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
  cp "$module" "$(wasm_module tests)"
  target/debug/afterstate-tools bindgen "$(wasm_module tests)" target/wasm-tests --tests
}

# node_tests AT_ONCE FILE...: runs this many files at the same time.
node_tests() { node --test --test-reporter=spec --test-concurrency="$1" "${@:2}"; }

# unit_tests: for each core, a program runs a share of the files, because to start one takes longer than most tests. A file
# that replaces what is global, or has hooks for each of its tests, has a program of its own.
unit_tests() {
  local file count next=0 alone=() shares=target/unit-shares
  count=$(cores)
  rm -rf "$shares"
  mkdir -p "$shares"
  for file in tests/js/*.test.js; do
    if grep -qwE 'globalThis|mock|beforeEach|afterEach' "$file"; then
      alone+=("$file")
    else
      echo "import '../../$file';" >>"$shares/$((next++ % count)).test.js"
    fi
  done
  node_tests "$count" "$shares"/*.test.js "${alone[@]}"
}

# browser_tests: the tests of the page, and of the npm packages beside them. Three programs for each core, because one uses
# a third of it: it mostly waits for its page. A program runs a share of the files of the page with one browser and one
# server, because to start these takes longer than most tests. There are two shares for each program, so that none is left
# alone at the end for long; the files that wait most often, which take longest, are dealt first.
browser_tests() {
  local file waits name share least shares=target/shares count left_out=("${timed_tests[@]}") loads=(0)
  [[ -n $all_tests ]] || left_out+=("${other_browsers[@]}")
  count=$((3 * $(cores)))
  rm -rf "$shares"
  mkdir -p "$shares"
  while IFS=: read -r file waits; do
    name=${file##*/}
    [[ " ${left_out[*]} " != *" ${name%.test.js} "* ]] || continue
    least=0
    for ((share = 1; share < 2 * count; share++)); do ((${loads[share]:-0} >= ${loads[least]:-0})) || least=$share; done
    loads[least]=$((${loads[least]:-0} + waits))
    echo "import '../../$file';" >>"$shares/$least.test.js"
  done < <(count_waits | sort -t: -k2 -rn)
  # A test that hangs fails with its share; with --all one takes a quarter of an hour.
  node_tests "$count" --test-timeout=2400000 "$shares"/*.test.js tests/package/*.test.js
}
# count_waits: how often each file of browser tests waits, as FILE:NUMBER. The faults wait in the list of them.
count_waits() {
  grep -cw await tests/browser/*.test.js | grep -v '/faults\.'
  printf 'tests/browser/faults.test.js:%d\n' "$(cat tests/browser/fault{s.test,-list}.js | grep -cw await)"
}
timed_browser_tests() {
  local name files=()
  for name in "${timed_tests[@]}"; do files+=("tests/browser/$name.test.js"); done
  node_tests 1 "${files[@]}"
}

# The tools of the matrix have a lock file of their own, so that ./build.sh test need not download them.
test_packages() {
  need_chromium
  build_with --workspace
  pack
  npm ci --prefix tests/package/matrix --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  node_tests 1 tests/package/*.test.js tests/package/matrix/*.test.js
}

# test_soak: the long form of a test of `test --all`.
test_soak() {
  need_chromium
  build_with --workspace
  AFTERSTATE_SOAK=long node_tests 1 tests/browser/soak.test.js
}

# `lint` and `test --all` alone compile the optimizer of `cargo lab tune` and the benchmarks, too.
readonly all_crates=(--workspace --features afterstate-lab/tune)
compile_native_steps() {
  local compiled=(--workspace --lib --bins --tests --examples)
  [[ -z $all_tests ]] || compiled=("${all_crates[@]}" --all-targets)
  step "Format (rustfmt)" cargo fmt --all --check
  step "Compile the crates, their tests and the tools, with lints (clippy)" with_lints cargo_build "${compiled[@]}"
}
crate_steps() {
  if [[ -n $all_tests ]]; then
    # But not the one that writes a file of boards.
    step "Tests of the crates, with those that take minutes" with_lints cargo test --locked --quiet "${all_crates[@]}" -- \
      --include-ignored --skip save_boards
    step "Documentation of the crates (rustdoc)" rust_docs
  else
    step_unless_passed "Tests of the crates" crate_inputs with_lints cargo test --locked --quiet --workspace
  fi
  step "The minimum version of Rust" check_minimum
}
# What needs nothing compiled.
source_checks() {
  step "Shell scripts (shellcheck)" check_shell
  step "Licenses of all packages" node tools/licenses.js
  step "Format (prettier)" node_modules/.bin/prettier --log-level=warn --check --cache --cache-location target/prettier .
  step "Lints (eslint)" check_javascript
}
unit_steps() {
  step "Types (tsc)" check_types
  step "Unit tests of the page (node)" unit_tests
}
page_steps() {
  step "The site" assemble
  step "The npm packages" pack
  make_wasm_tests
  until_made wasm_tests
  step_unless_passed "Tests of the page in browsers, and of the npm packages" browser_inputs browser_tests
}

# Two lanes keep two cores busy. Both compile WebAssembly; while one makes the packages of it and shows the page to browsers,
# the other tests what needs none.
native_steps() {
  compile_native_steps
  made tools
  compile_wasm
  crate_steps
  until_made without_threads
  make_wasm_tests
  until_made packages
  unit_steps
}
wasm_steps() {
  step "Packages of npm" need_npm_packages
  source_checks
  compile_wasm
  until_made tools
  until_made without_threads
  until_made with_threads
  step "Packages of the page" make_packages
  made packages
  page_steps
}
compile_wasm() {
  by_one_lane without_threads "Compile WebAssembly without threads" compile_without_threads
  by_one_lane with_threads "Compile WebAssembly with threads" compile_with_threads
}
make_wasm_tests() {
  by_one_lane wasm_tests "Lints (clippy), WebAssembly, and the tests for the browser" compile_wasm_tests
}
# by_one_lane NAME STEP...: the lane that comes first runs the step.
by_one_lane() {
  mkdir "$step_logs/takes-$1" 2>/dev/null || return 0
  step "${@:2}"
  made "$1"
}
made() { : >"$step_logs/made-$1"; }
until_made() { until [[ -e $step_logs/made-$1 ]]; do sleep 1; done; }

lint() {
  start_steps
  build
  need_component rustfmt fmt
  need_component clippy clippy
  step "Format (rustfmt)" cargo fmt --all --check
  step "Lints (clippy)" cargo clippy --locked --quiet "${all_crates[@]}" --all-targets -- -D warnings
  step "Lints (clippy), WebAssembly, and the tests for the browser" compile_wasm_tests
  step "Documentation of the crates (rustdoc)" rust_docs
  source_checks
  step "Types (tsc)" check_types
}

run_tests() {
  case $* in
    '') ;;
    --all) all_tests=yes ;;
    *) fail "test takes no option but --all. To run one test, see docs/develop/building.md." ;;
  esac
  [[ -z $all_tests ]] || export AFTERSTATE_TESTS=all
  start_steps
  step_here "What the tests need" prepare_tests
  at_once native_steps wasm_steps
  [[ -z $all_tests ]] || step "Tests that need the machine for themselves" timed_browser_tests
}

# ---- benchmarks ------------------------------------------------------------------------------------------------------

bench() {
  (($# == 0)) || fail "bench takes no options. The programs it runs do: see benches/ and afterstate bench --help."
  need_chromium
  build_with --workspace
  say "Building the benchmarks"
  cargo_build --release --package afterstate-cli
  cargo bench --locked --quiet --package afterstate-benches --no-run
  say "Parts of a search, native (criterion)"
  cargo bench --locked --quiet --package afterstate-benches -- --quiet
  say "The same searches natively, in Node and in Chromium"
  node benches/wasm/compare.js
  say "The page at full speed, and its memory"
  node benches/page/play.js
}

assume_yes=${CI:+yes}
arguments=()
for argument in "$@"; do
  if [[ $argument == --yes ]]; then assume_yes=yes; else arguments+=("$argument"); fi
done
set -- ${arguments[@]+"${arguments[@]}"}
command=${1:-help}
(($# == 0)) || shift

case $command in
  help | -h | --help) usage ;;
  test) run_tests "$@" ;;
  build | lint | package | release | test-packages | test-cluster | test-soak)
    (($# == 0)) || fail "$command takes no options."
    "${command//-/_}"
    ;;
  serve | bench) "$command" "$@" ;;
  *)
    usage >&2
    fail "Unknown command '$command'."
    ;;
esac
