# shellcheck shell=bash
# Finds the tools of a command and installs missing ones if it may. Sourced by build.sh.

readonly debian_compiler=(rustc-web cargo-web rust-web-src lld-22)
readonly debian_linker=wasm-ld-22
readonly rustup_patience=90 # seconds; a component or a target has 3 to 30 MB

# ---- Debian's packages -----------------------------------------------------------------------------------------------

# may_install: whether this user can install system packages, possibly after typing the password of sudo.
may_install() {
  has apt-get || return 1
  ((EUID == 0)) || { has sudo && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; }
}

# What is missing, an entry "REASON: PACKAGE..." each. All of it is installed after one question.
missing=()

# want REASON PACKAGE...: notes packages to install.
want() { missing+=("$1: ${*:2}"); }

# install_wanted: installs what `want` noted. Returns 1 if that is not possible or the user refuses.
install_wanted() {
  local entries=(${missing[@]+"${missing[@]}"}) entry names as_root=() answer='' status=0
  missing=()
  ((${#entries[@]} > 0)) || return 0
  may_install || return 1
  ((EUID == 0)) || as_root=(sudo)
  say "These system packages are missing. apt-get will install them:"
  printf '    %s\n' "${entries[@]}" >&2
  if [[ -z $assume_yes && -t 0 && -t 2 ]]; then
    read -r -p '    Go on? [Y/n] ' answer || return 1
    case $answer in '' | [Yy]*) ;; *) return 1 ;; esac
  fi
  ${as_root[@]+"${as_root[@]}"} apt-get update -qq || status=1
  for entry in "${entries[@]}"; do
    read -r -a names <<<"${entry##*: }"
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
      apt-get install -qq -y --no-install-recommends "${names[@]}" >&2 || status=1
  done
  return "$status"
}

# apt_command PACKAGE...: the command that an administrator can run.
apt_command() { echo "sudo apt-get update && sudo apt-get install --no-install-recommends $*"; }

# ---- compilers and npm -----------------------------------------------------------------------------------------------

want_cargo() {
  has cargo || want "Rust compiler" "${debian_compiler[@]}"
  has cc || want "C linker" gcc libc6-dev
}

check_cargo() {
  has cargo || fail "cargo is missing. Install Rust from https://rustup.rs, or run:" "$(apt_command "${debian_compiler[@]}")"
  has cc || fail "A C linker is missing. On macOS run 'xcode-select --install', on Debian:" "$(apt_command gcc libc6-dev)"
}

need_cargo() {
  want_cargo
  install_wanted || true
  check_cargo
}

need_node() {
  { has node && has npm; } || fail "Node.js 20 or later and npm are needed. Install them from https://nodejs.org, or:" \
    "sudo apt-get install nodejs npm    (Debian 13 or later)"
  local version
  version=$(node --version)
  version_at_least 20.0 "${version#v}" ||
    fail "Node.js $version is too old: 20 or later is needed. Install it from https://nodejs.org"
}

# need_npm_packages: installs the packages of package-lock.json if it has changed since the last time.
need_npm_packages() {
  need_node
  local stamp=node_modules/.afterstate-lock
  cmp -s package-lock.json "$stamp" && return
  say "Installing the npm packages of package-lock.json"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp package-lock.json "$stamp"
}

# ask_rustup KIND NAME: adds a component or a target; gives up after a while if rustup's servers cannot be reached.
ask_rustup() {
  local log=target/rustup.log
  has rustup || return 1
  say "Asking rustup for $2 (at most $rustup_patience s)"
  mkdir -p target
  limited "$rustup_patience" rustup "$1" add "$2" >"$log" 2>&1 && return
  say "rustup cannot install it: $(grep -m 1 '^error' "$log" || echo 'no answer in time')"
  return 1
}

# need_component NAME COMMAND: a component of rustup's toolchain that cargo runs by this command.
need_component() {
  cargo "$2" --version >/dev/null 2>&1 || ask_rustup component "$1" ||
    fail "'cargo $2' is missing. With rustup (https://rustup.rs), install it by:" "rustup component add $1"
}

# ---- browsers --------------------------------------------------------------------------------------------------------

# The Chromium that the user names is the one that everything is tested in, without a shell beside it.
readonly named_chromium=${CHROMIUM:-}

# find_browsers: sets CHROMIUM, CHROMIUM_SHELL, FIREFOX and WEBKIT_DRIVER, each empty if it is missing.
find_browsers() {
  local chrome='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  : "${CHROMIUM:=$(command -v chromium || command -v google-chrome || { [[ -x $chrome ]] && echo "$chrome"; } || true)}"
  : "${CHROMIUM_SHELL:=$([[ -n $named_chromium ]] || command -v chromium-headless-shell || true)}"
  : "${FIREFOX:=$(command -v firefox-esr || command -v firefox || true)}"
  : "${WEBKIT_DRIVER:=$(command -v WebKitWebDriver || true)}"
  # WebKitGTK needs a display, real or virtual (Xvfb).
  [[ -n ${DISPLAY:-} ]] || has Xvfb || WEBKIT_DRIVER=
  export CHROMIUM CHROMIUM_SHELL FIREFOX WEBKIT_DRIVER
}

# Only Debian has the shell as a package beside Chromium.
want_chromium() {
  [[ -n $CHROMIUM ]] || want "tests in Chromium" chromium
  [[ -n $CHROMIUM_SHELL || -n $named_chromium || ${CHROMIUM:-/usr/bin/chromium} != /usr/bin/chromium ]] ||
    want "tests in Chromium with less work (optional)" chromium-headless-shell
}

# Tests of the layout expect letters as wide as Arial's, which the page asks for. A bare Debian has only DejaVu Sans, whose
# letters are wider.
want_fonts() {
  ! has apt-get || has_font 'arial*' || has_font 'LiberationSans-*' || want "letters as wide as Arial's" fonts-liberation
}
has_font() { [[ -n $(find /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts" -iname "$1" -print -quit 2>/dev/null) ]]; }

check_chromium() {
  [[ -n $CHROMIUM ]] || fail "Chromium is missing. Name it in CHROMIUM, or run:" "$(apt_command chromium)"
  say "Testing in $("$CHROMIUM" --version 2>/dev/null)"
  if [[ -n ${all_tests:-} ]]; then
    return
  elif [[ -n $CHROMIUM_SHELL ]]; then
    say "Most tests run in its headless shell, $("$CHROMIUM_SHELL" --version 2>/dev/null)"
  else
    say "All tests run in it, without its headless shell, which would have less to do"
  fi
}

need_chromium() {
  find_browsers
  want_chromium
  install_wanted || true
  find_browsers
  check_chromium
}
