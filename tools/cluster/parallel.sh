#!/usr/bin/env bash
# A run in shards on several hosts by GNU parallel over ssh:
#
#   parallel.sh HOST,HOST,... N /shared/run match PLAYER PLAYER --games 10000
#
# HOST is what ssh accepts; `4/HOST` runs four shards at a time there. Every host needs the program, this repository and the
# folder at the same paths. A shard that fails is tried again, also on another host. The same call again continues.
set -euo pipefail
(($# >= 4)) || {
  echo "usage: parallel.sh HOST,... N FOLDER match|reproduce ARGUMENT..." >&2
  exit 2
}
hosts=$1 count=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
seq "$count" | AFTERSTATE=${AFTERSTATE:-afterstate} parallel --will-cite --quote --env AFTERSTATE \
  --sshlogin "$hosts" --retries 3 --joblog "$1/jobs.log" --line-buffer --tag \
  "$here/shard.sh" {} "$count" "$@"
