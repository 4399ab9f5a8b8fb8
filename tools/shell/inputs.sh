# shellcheck shell=bash
# What the tests depend on, for step_unless_passed: the tools, the environment, and all files but those that they certainly
# do not read. tests/js/steps.test.js looks for names of these in the sources of the crates. Sourced by build.sh.

# sums FIND-CONDITION...: a checksum of each file.
sums() { find "$@" -type f -print0 | xargs -0 cksum | LC_ALL=C sort; }
sources_but() { sums . \( -name .git -o -name node_modules -o -path ./target -o -path './dist*' -o "$@" \) -prune -o; }
environment() { env | grep -E '^(AFTERSTATE|CARGO|RUST|NODE)' | LC_ALL=C sort || true; }
crate_inputs() {
  environment
  rustc -vV
  sources_but -path './www/*.js' -o -path './www/*.css' -o -path './www/*.html' -o -path ./packages \
    -o -path ./docs/develop -o -path ./docs/log -o -path ./docs/use -o -path './tests/*.js'
}
browser_inputs() {
  environment
  node --version
  "$CHROMIUM" --version
  [[ -z ${CHROMIUM_SHELL:-} ]] || "$CHROMIUM_SHELL" --version
  sources_but -name '*.rs'
  sums dist dist-packages target/wasm-tests target/debug/afterstate
}
