# shellcheck shell=bash
# shellcheck disable=SC2034 # the variables are used by the scripts that source this file
# What the tests of the recipes share. Sourced with the program in AFTERSTATE.

: "${AFTERSTATE:?names the program}"
export AFTERSTATE
readonly shards=7
run=(match expectimax:nodes=300 random --games 28 --threads 1)

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly here
folder=$(mktemp -d "${TMPDIR:-/tmp}/afterstate-cluster-XXXXXX")
readonly folder

# until_true SECONDS COMMAND...: waits until the command succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || {
      echo "in vain: $*" >&2
      return 1
    }
    sleep 0.2
  done
}

has_game() { grep -qs '^"' "$1"; }

# games FILE: the games of a file without their times.
games() { grep '^"' "$1" | cut -d, -f1-5,7 | sort; }

# check_merged FOLDER: the shards of the folder have the games of one run.
check_merged() {
  "$AFTERSTATE" "${run[@]}" --csv "$folder/whole.csv" >"$folder/whole.txt"
  "$AFTERSTATE" merge "$1"/shard-*.csv --output "$folder/merged.csv"
  [[ -n $(games "$folder/whole.csv") ]]
  diff <(games "$folder/whole.csv") <(games "$folder/merged.csv")
  echo "$shards shards have the games of one run: $(games "$folder/merged.csv" | wc -l)"
}
