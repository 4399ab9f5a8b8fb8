#!/usr/bin/env bash
# Trains with processes of MPI on this machine: the arithmetic against a reference, then a run of two processes that
# three and one continue. TEST names the compiled tests/mpi.rs.
set -euo pipefail
# shellcheck source=tools/cluster/test-common.sh
source "$(dirname "${BASH_SOURCE[0]}")/test-common.sh"
: "${TEST:?names the compiled tests/mpi.rs}"
trap 'rm -rf "$folder"' EXIT

# More processes than processors, and as root, as in a container.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
processes() { mpirun --bind-to none -n "$@"; }

for count in 1 2 3; do processes "$count" "$TEST"; done

run=(train --checkpoint "$folder/run.ckpt" --every 5)
moves() { tail -n 1 "$folder/run.csv" | cut -d, -f2; }
# at_least MOVES: the last line of the log has them, and not many more.
at_least() {
  echo "$(moves) moves in the log, of $1"
  (($(moves) >= $1 && $(moves) < $1 + 1000))
}

processes 2 "$AFTERSTATE" "${run[@]}" --network "0123 4567" --stages 512 --combine 20000 --moves 200000
at_least 200000
processes 3 "$AFTERSTATE" "${run[@]}" --threads 2 --combine 20000 --moves 400000
at_least 400000
"$AFTERSTATE" "${run[@]}" --threads 1 --moves 500000
at_least 500000
grep -ao 'on [23] processes' "$folder/run.ckpt"

# A process that fails ends all of them.
! timeout 60 mpirun --bind-to none -n 1 "$AFTERSTATE" "${run[@]}" --combine 20000 --moves 600000 \
  : -n 1 "$AFTERSTATE" train --checkpoint "$folder/other/run.ckpt" --network 5x4 --combine 20000 --moves 600000 2>"$folder/errors" || {
  echo "processes with different checkpoints were accepted" >&2
  exit 1
}
grep -m 1 'different checkpoints' "$folder/errors"
