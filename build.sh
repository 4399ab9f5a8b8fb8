#!/usr/bin/env bash
# The one door: builds, serves, tests and measures afterstate. `./build.sh help` lists the commands.
#
# Whatever a command needs is found, or installed where that is allowed, or named with the command that installs it.
# Only what has changed is built again. docs/building.md tells how the compiler is chosen and why the flags are these.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly wasm_target=wasm32-unknown-unknown
readonly packages=target/packages # what wasm-bindgen and wasm-opt made: pkg-game/, pkg/ and pkg-parallel/
readonly debian_compiler=(rustc-web cargo-web rust-web-src lld-22)
readonly debian_linker=wasm-ld-22
readonly rustup_patience=90 # seconds; the component has 3 MB

# The memory that the threads share may grow to this: a table of 256 MiB and a network of 200 MiB fit. Browsers set the
# address space aside at once, and Safari on iOS refuses a maximum that is too large.
readonly shared_memory_maximum=$((512 * 1024 * 1024))

usage() {
  cat <<'TEXT'
usage: ./build.sh COMMAND

  serve [--port 8048]  build the page, serve it on localhost and print the address
  build                build the page into dist/, a static site for any host
  test                 every check and test, as the continuous integration runs them
  bench                check the signature in every build; measure the search, the page and its memory
  help                 this text

AFTERSTATE_COMPILER=rustup or =debian insists on one of the two compilers for WebAssembly.
TEXT
}

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() {
  printf '\033[1;31mbuild.sh: %s\033[0m\n' "$1" >&2
  shift
  (($# == 0)) || printf '    %s\n' "$@" >&2
  exit 1
}
has() { command -v "$1" >/dev/null; }

# ---- what must be there ------------------------------------------------------------------------------------------

# may_install: whether packages of the system can be installed without asking anybody (or by asking the person here).
may_install() {
  has apt-get || return 1
  ((EUID == 0)) || { has sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; }
}

# install_packages WHY PACKAGE...: from Debian, or fails with the command to run.
install_packages() {
  local why=$1 as_root=()
  shift
  may_install || fail "$why needs packages that this user may not install. Run:" \
    "sudo apt-get update && sudo apt-get install --no-install-recommends $*"
  ((EUID == 0)) || as_root=(sudo)
  say "Installing $* ($why)"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >&2
}

need_cargo() {
  has cargo || install_packages "compiling Rust (https://rustup.rs brings it too)" "${debian_compiler[@]}"
  has cc || install_packages "linking" gcc libc6-dev
}

need_node() {
  { has node && has npm; } || fail "Node.js 20 or later and npm are needed. Install them from https://nodejs.org, or:" \
    "sudo apt-get install nodejs npm    (Debian 13 or later)"
  local version
  version=$(node --version)
  version=${version#v}
  ((${version%%.*} >= 20)) ||
    fail "Node.js $version is too old: 20 or later is needed. Install it from https://nodejs.org"
}

# need_npm_packages: installs what package-lock.json pins, if that has changed since the last time.
need_npm_packages() {
  need_node
  local stamp=node_modules/.afterstate-lock
  cmp -s package-lock.json "$stamp" && return
  say "Installing the npm packages of package-lock.json"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json "$stamp"
}

# ---- the compiler for WebAssembly ----------------------------------------------------------------------------------
# Threads need a standard library compiled with atomics, which nobody ships: so the compiler must come with the
# source of its library. rustup has that as a component; Debian, as a package.

# usable_compiler RUSTC: whether it is new enough and has the source of its standard library.
usable_compiler() {
  local version wanted
  version=$("$1" --version 2>/dev/null | cut -d' ' -f2) || return 1
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  [[ $(printf '%s\n' "$wanted" "${version%%-*}" | sort -V | head -1) == "$wanted" ]] &&
    [[ -f $("$1" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock ]]
}

use_rustup() {
  wasm_cargo=(cargo)
  wasm_rustc=rustc
  wasm_linker=()
}
use_debian() {
  wasm_cargo=(env RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc /usr/bin/cargo)
  wasm_rustc=/usr/bin/rustc
  wasm_linker=(-C "linker=$debian_linker")
}
usable_rustup() { has rustup && usable_compiler rustc; }
usable_debian() { [[ -x /usr/bin/cargo ]] && has "$debian_linker" && usable_compiler /usr/bin/rustc; }

# ask_rustup COMPONENT: without waiting for ever where its servers cannot be reached.
ask_rustup() {
  local log=target/rustup.log
  has rustup || return 1
  say "Asking rustup for $1 (at most $rustup_patience s)"
  mkdir -p target
  timeout --kill-after=5 "$rustup_patience" rustup component add "$1" >"$log" 2>&1 && return
  say "rustup cannot bring it: $(grep --max-count=1 '^error' "$log" || echo 'no answer in time')"
  return 1
}

# choose_compiler: what is there comes before what would have to be fetched. Sets wasm_cargo, wasm_rustc, wasm_linker.
choose_compiler() {
  local wish=${AFTERSTATE_COMPILER:-any}
  case $wish in any | rustup | debian) ;; *) fail "AFTERSTATE_COMPILER is '$wish': rustup or debian is accepted" ;; esac
  if [[ $wish != debian ]] && usable_rustup; then
    use_rustup
  elif [[ $wish != rustup ]] && usable_debian; then
    use_debian
  elif [[ $wish != debian ]] && ask_rustup rust-src && usable_rustup; then
    use_rustup
  elif [[ $wish != rustup ]] && may_install; then
    install_packages "a compiler with the source of its library" "${debian_compiler[@]}"
    usable_debian || fail "Debian's packages are installed, but $(/usr/bin/rustc --version) is no usable compiler here"
    use_debian
  else
    fail "no compiler that can build WebAssembly with threads. One of these brings it:" \
      "rustup update stable && rustup component add rust-src" \
      "sudo apt-get update && sudo apt-get install --no-install-recommends ${debian_compiler[*]}"
  fi
  say "Compiling WebAssembly with $("$wasm_rustc" --version) in $("$wasm_rustc" --print sysroot)"
}

# ---- WebAssembly -----------------------------------------------------------------------------------------------------

# wasm_flags KIND: what rustc is told for one kind of package (game, single or parallel), one flag a line.
wasm_flags() {
  printf '%s\n' "${wasm_linker[@]}"
  # What a panic says names places in the sources: not the folders of whoever built the page.
  printf -- '--remap-path-prefix=%s=%s\n' "$("$wasm_rustc" --print sysroot)/lib/rustlib/src/rust" rust \
    "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates
  if [[ $1 != parallel ]]; then
    printf '%s\n' -C target-feature=+simd128
    return
  fi
  printf '%s\n' -C target-feature=+atomics,+bulk-memory,+simd128
  # Since 2025-10 rustc leaves all of this to us (rust-lang/rust#147225 and #156174): a memory that the page brings and
  # the threads share, and what wasm-bindgen needs to give each thread a stack and thread-local storage of its own.
  printf -- '-C\nlink-arg=%s\n' --shared-memory --import-memory "--max-memory=$shared_memory_maximum" \
    --export=__heap_base --export=__wasm_init_tls --export=__tls_size --export=__tls_align --export=__tls_base
}

# wasm_build KIND COMMAND...: runs cargo for WebAssembly. Each kind has a target folder of its own, so that different
# flags and features never push each other's results out.
wasm_build() {
  local kind=$1 command=$2 features=() library=() flags
  shift 2
  case $kind in
    single) features=(--features engine) ;;
    parallel) features=(--features parallel) ;;
  esac
  # A prebuilt library will do where there are no threads.
  if [[ $kind == parallel || ! -d $("$wasm_rustc" --print target-libdir --target $wasm_target) ]]; then
    library=(-Z "build-std=std,panic_abort")
  fi
  flags=$(wasm_flags "$kind" | sed '/^$/d')
  # The encoded form wins over every other place where flags may be set. -Z needs the bootstrap switch on stable.
  env -u RUSTFLAGS RUSTC_BOOTSTRAP=1 CARGO_ENCODED_RUSTFLAGS="${flags//$'\n'/$'\x1f'}" \
    "${wasm_cargo[@]}" "$command" --locked --target $wasm_target --target-dir "target/wasm-$kind" \
    --no-default-features "${features[@]}" "${library[@]}" "$@"
}

build_tools() {
  say "Building the build tools (the first time, one to three minutes)"
  cargo build --locked --quiet --package afterstate-tools
}

# build_package KIND NAME: compiled module -> bindings -> optimised, into $packages/NAME.
build_package() {
  local kind=$1 name=$2 threads=() optimiser_threads=()
  [[ $kind != parallel ]] || { threads=(--threads) optimiser_threads=(--enable-threads); }
  say "Building $name (the first time with the standard library, one to two minutes)"
  wasm_build "$kind" build --release --lib
  local module=target/wasm-$kind/$wasm_target/release/afterstate.wasm stamp=$packages/$name.stamp inputs
  inputs=$(cat "$module" target/debug/afterstate-tools package-lock.json build.sh | sha256sum)
  [[ -d $packages/$name && -f $stamp && $(<"$stamp") == "$inputs" ]] && return
  rm -f "$stamp"
  target/debug/afterstate-tools bindgen "$module" "$packages/$name" "${threads[@]}"
  local compiled=$packages/$name/afterstate_bg.wasm
  node_modules/.bin/wasm-opt "$compiled" --output "$compiled.small" -O3 --enable-simd --enable-bulk-memory \
    --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types \
    --enable-multivalue "${optimiser_threads[@]}"
  mv "$compiled.small" "$compiled"
  echo "$inputs" >"$stamp"
}

# precache_list VERSION: the sums of all files (standard input) as the script that www/sw.js reads. Left out are the service
# worker itself, the headers, and trained networks, which the engine's worker keeps.
precache_list() {
  printf '// Made by build.sh: every file of this version with its SHA-256.\nself.PRECACHE = {\n  "version": "%s",\n  "files": {\n' "$1"
  sed -nE '/  \.\/(sw\.js|_headers|models\/.*)$/d; s/^([0-9a-f]{64})  \.\/(.*)$/    "\2": "\1"/p' | sed '$!s/$/,/'
  printf '  }\n};\n'
}

# assemble: www/ and the packages -> dist/, which is whole at every moment.
assemble() {
  local new=target/dist-new old=target/dist-old
  rm -rf "$new" "$old"
  mkdir -p "$new"
  node tools/site.js www "$packages" "$new"
  node tools/models.js models "$new"
  cp -p src/cli/headers.txt "$new/_headers"
  # One word for this very content, to tell builds apart.
  (cd "$new" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum) >target/dist-sums
  sha256sum <target/dist-sums | cut -c1-16 >"$new/version.txt"
  precache_list "$(<"$new/version.txt")" <target/dist-sums >"$new/precache.js"
  [[ ! -e dist ]] || mv dist "$old"
  mv "$new" dist
  rm -rf "$old"
  say "The site is in dist/ ($(du -sh dist | cut -f1), version $(<dist/version.txt))"
}

build() {
  need_cargo
  need_npm_packages
  choose_compiler
  build_tools
  build_package game pkg-game
  build_package single pkg
  build_package parallel pkg-parallel
  assemble
}

build_native() {
  say "Building the command line"
  cargo build --locked --quiet
}

serve() {
  build
  build_native
  say "Serving (Ctrl-C ends it)"
  exec target/debug/afterstate serve "$@"
}

# ---- tests -----------------------------------------------------------------------------------------------------------

# need_browser: a Chromium and its driver of the same version, in CHROMIUM and CHROMEDRIVER.
need_browser() {
  : "${CHROMIUM:=$(command -v chromium || command -v google-chrome || true)}"
  : "${CHROMEDRIVER:=$(command -v chromedriver || true)}"
  if [[ -z $CHROMIUM || -z $CHROMEDRIVER ]]; then
    install_packages "testing in a browser" chromium chromium-driver
    CHROMIUM=$(command -v chromium) CHROMEDRIVER=$(command -v chromedriver)
  fi
  export CHROMIUM CHROMEDRIVER
  say "Testing in $("$CHROMIUM" --version 2>/dev/null)"
}

# need_firefox: a second browser, in FIREFOX; its tests are left out where there is none and none may be installed.
need_firefox() {
  : "${FIREFOX:=$(command -v firefox-esr || command -v firefox || true)}"
  if [[ -z $FIREFOX ]] && may_install && (install_packages "testing in a second browser" firefox-esr); then
    FIREFOX=$(command -v firefox-esr)
  fi
  export FIREFOX
  if [[ -n $FIREFOX ]]; then
    say "Testing in $("$FIREFOX" --version 2>/dev/null)"
  else
    say "There is no Firefox, and none may be installed: its tests are left out"
  fi
}

# need_webkit: a third, in WEBKIT_DRIVER, with a display that nobody sees; left out in the same way.
need_webkit() {
  : "${WEBKIT_DRIVER:=$(command -v WebKitWebDriver || true)}"
  if [[ -z $WEBKIT_DRIVER ]] || { [[ -z ${DISPLAY:-} ]] && ! has Xvfb; }; then
    WEBKIT_DRIVER=
    if may_install && (install_packages "testing in a third browser" webkit2gtk-driver xvfb); then
      WEBKIT_DRIVER=$(command -v WebKitWebDriver)
    fi
  fi
  export WEBKIT_DRIVER
  if [[ -n $WEBKIT_DRIVER ]]; then
    say "Testing in WebKitGTK, through $WEBKIT_DRIVER"
  else
    say "SKIPPED: there is no WebKitGTK, and none may be installed: its tests are left out"
  fi
}

# need_component NAME COMMAND: a part of rustup's toolchain, which cargo calls by this command.
need_component() {
  cargo "$2" --version >/dev/null 2>&1 || ask_rustup "$1" ||
    fail "'cargo $2' is missing. With rustup (https://rustup.rs) it is installed by:" "rustup component add $1"
}

# step WORDS COMMAND...: one step of the tests, timed. A step that fails ends the run, and the summary names it.
declare -a steps_done=()
current_step=""
step() {
  local start=$SECONDS
  current_step=$1
  say "$1"
  shift
  "$@"
  steps_done+=("$(printf '%5d s  %s' $((SECONDS - start)) "$current_step")")
  current_step=""
}

summary() {
  local status=$?
  printf '\n'
  printf '%s\n' "${steps_done[@]}"
  [[ -z $current_step ]] || printf ' FAILED  %s\n' "$current_step"
  printf '%5d s  in all\n' "$SECONDS"
  return $status
}

test_tools() {
  need_cargo
  need_component rustfmt fmt
  need_component clippy clippy
  need_npm_packages
  need_browser
  need_firefox
  need_webkit
}

clippy_native() { cargo clippy --locked --quiet --workspace --all-targets -- -D warnings; }

# clippy_wasm: the same for what only WebAssembly compiles. Debian ships no clippy for its compiler; there, the
# warnings of the compiler itself have to do.
clippy_wasm() {
  if [[ $wasm_rustc == rustc ]]; then
    wasm_build single clippy --quiet --release --lib --test wasm -- -D warnings
  else
    say "No clippy for Debian's compiler: only its own warnings are checked"
    wasm_build single rustc --quiet --release --lib -- -D warnings
  fi
}

test_native() { cargo test --locked --quiet --workspace; }

# test_wasm: tests/wasm.rs in a headless Chromium, through the runner that the lock file pins.
test_wasm() {
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$PWD/target/debug/afterstate-tools test-runner" \
    WASM_BINDGEN_TEST_WEBDRIVER_JSON="$PWD/tests/browser/webdriver.json" \
    WASM_BINDGEN_TEST_TIMEOUT=300 \
    wasm_build single test --test wasm
}

check_shell() {
  if has shellcheck; then shellcheck build.sh .ci/run; else say "shellcheck is not installed: left out"; fi
}
check_javascript() { node_modules/.bin/eslint --max-warnings=0 .; }
check_types() {
  node_modules/.bin/tsc --project tsconfig.json
  node_modules/.bin/tsc --project www/tsconfig.sw.json
  node_modules/.bin/tsc --project tests/tsconfig.json
  node_modules/.bin/tsc --project benches/tsconfig.json
}

# test_javascript FOLDER: one file after another, since some measure time.
test_javascript() {
  local files=("tests/$1"/*.test.js)
  [[ -e ${files[0]} ]] || fail "there are no tests in tests/$1"
  node --test --test-concurrency=1 "${files[@]}"
}

run_tests() {
  trap summary EXIT
  step "What the tests need" test_tools
  step "Formatting (rustfmt)" cargo fmt --all --check
  step "The shell script (shellcheck)" check_shell
  step "The site, with its packages" build
  step "Lints (clippy), native" clippy_native
  step "Lints (clippy), WebAssembly" clippy_wasm
  step "Lints (eslint)" check_javascript
  step "Types (tsc)" check_types
  step "Tests of the JavaScript (node)" test_javascript js
  step "Tests of the crate, native" test_native
  step "Tests of the crate in the browser (wasm-bindgen-test)" test_wasm
  step "The command line, for the tests of the page" build_native
  step "Tests of the page in the browser (playwright)" test_javascript browser
}

# ---- benchmarks ------------------------------------------------------------------------------------------------------

bench() {
  (($# == 0)) || fail "bench takes no options. What it runs does: benches/, and afterstate bench --help"
  need_cargo
  need_npm_packages
  need_browser
  build
  build_native
  say "Building the benchmarks"
  cargo build --locked --quiet --release
  cargo bench --locked --quiet --bench speed --no-run
  say "Parts of a search, native (criterion)"
  cargo bench --locked --quiet --bench speed -- --quiet
  say "The same searches natively, in Node and in Chromium"
  node benches/wasm/compare.js
  say "The page at full speed, and its memory"
  node benches/page/play.js
}

case ${1:-help} in
  help | -h | --help) usage ;;
  test) run_tests ;;
  serve | build | bench) "$@" ;;
  *)
    usage >&2
    fail "there is no command '$1'"
    ;;
esac
