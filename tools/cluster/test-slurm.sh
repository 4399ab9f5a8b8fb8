#!/usr/bin/env bash
# Runs the recipe for Slurm on a cluster of one node that this script starts: submits a job array, requeues one task while
# it plays, and merges. Needs root, because slurmd does.
set -euo pipefail
# shellcheck source=tools/cluster/test-common.sh
source "$(dirname "${BASH_SOURCE[0]}")/test-common.sh"

readonly port=${AFTERSTATE_SLURM_PORT:-16817}
daemons=()
end() {
  local status=$?
  ((status == 0)) || tail -n 20 "$folder"/*.log "$folder"/run/*.log 2>/dev/null || true
  ((${#daemons[@]} == 0)) || kill "${daemons[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

mkdir -p "$folder"/{state,spool,run}
chmod 755 "$folder"
node=$(hostname -s)
head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
cat >"$folder/slurm.conf" <<TEXT
ClusterName=afterstate
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=3 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
TEXT
export SLURM_CONF=$folder/slurm.conf

munged --foreground --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" \
  --pid-file "$folder/munge.pid" --log-file "$folder/munge.log" --seed-file "$folder/munge.seed" &
daemons+=($!)
until_true 20 test -S "$folder/munge.socket"
slurmctld -D >"$folder/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D >"$folder/slurmd.log" 2>&1 &
daemons+=($!)
is_idle() { [[ $(sinfo --noheader --format=%T 2>/dev/null) == idle ]]; }
until_true 60 is_idle

export AFTERSTATE_CLUSTER=$here
cd "$folder/run"
job=$(sbatch --parsable --array=1-$shards "$here/slurm.sbatch" "$folder/run" "${run[@]}")
echo "submitted job $job with $shards tasks"
until_true 120 has_game "$folder/run/shard-3.csv"
before=$(grep -c '^"' "$folder/run/shard-3.csv")
scontrol requeue "${job}_3"
echo "task 3 was killed with $before games in its file, and requeued"
# Slurm lets a requeued task wait two minutes, in case its node is broken.
is_pending() { [[ $(squeue --noheader --job "${job}_3" --format=%T) == PENDING ]]; }
until_true 60 is_pending
scontrol update JobId="${job}_3" StartTime=now
is_empty() { [[ -z $(squeue --noheader --job "$job" 2>/dev/null) ]]; }
until_true 600 is_empty
restarts=$(scontrol show job "${job}_3" | grep -o 'Restarts=[0-9]*')
echo "task 3: $restarts"
[[ $restarts == Restarts=1 ]]
grep -h '"done"' "$folder/run/afterstate-$job-3.log"
check_merged "$folder/run"
