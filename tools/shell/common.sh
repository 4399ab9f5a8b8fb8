# shellcheck shell=bash
# Messages, and small replacements for GNU tools that macOS lacks. Sourced by build.sh.
#
# macOS ships bash 3.2: no `mapfile`, no `declare -A`, no `wait -n`, and under `set -u` an empty array counts as unset,
# so it is expanded as ${array[@]+"${array[@]}"}.

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
fail() {
  printf '\033[1;31mbuild.sh: %s\033[0m\n' "$1" >&2
  shift
  (($# == 0)) || printf '    %s\n' "$@" >&2
  exit 1
}
has() { command -v "$1" >/dev/null; }

# cores: how many processors there are.
cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# sha256: of standard input, in hexadecimal.
sha256() {
  if has sha256sum; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1
}

# version_at_least WANTED VERSION: compares MAJOR.MINOR.
version_at_least() {
  local wanted_major=${1%%.*} major=${2%%.*} wanted_rest=${1#*.} rest=${2#*.}
  ((major > wanted_major || (major == wanted_major && ${rest%%.*} >= ${wanted_rest%%.*})))
}

# limited SECONDS COMMAND...: runs a command with a time limit.
limited() {
  local end=$((SECONDS + $1)) command status=0
  shift
  "$@" &
  command=$!
  while ((SECONDS < end)) && kill -0 "$command" 2>/dev/null; do sleep 1; done
  kill "$command" 2>/dev/null || true
  wait "$command" 2>/dev/null || status=$?
  return "$status"
}
