#!/usr/bin/env bash
# Plays one shard of a run into FOLDER/shard-I.csv. The same call again plays only the games that are missing there.
#
#   shard.sh I N FOLDER match|reproduce ARGUMENT...
#
# AFTERSTATE names the program, and AFTERSTATE_LAB that of `reproduce`; without them, `afterstate` and `afterstate-lab`
# are looked for in PATH.
set -euo pipefail
(($# >= 4)) || {
  echo "usage: shard.sh I N FOLDER match|reproduce ARGUMENT..." >&2
  exit 2
}
index=$1 count=$2 folder=$3 command=$4
shift 4
case $command in
  match) program=${AFTERSTATE:-afterstate} ;;
  reproduce) program=${AFTERSTATE_LAB:-afterstate-lab} ;;
  *)
    echo "shard.sh: '$command' has no shards; match and reproduce have" >&2
    exit 2
    ;;
esac
exec "$program" "$command" "$@" \
  --shard "$index/$count" --csv "$folder/shard-$index.csv" --progress json
