#!/usr/bin/env bash
# Runs the recipe for GNU parallel on two hosts, which are this one twice, through an ssh server of its own.
set -euo pipefail
# shellcheck source=tools/cluster/test-common.sh
source "$(dirname "${BASH_SOURCE[0]}")/test-common.sh"

readonly port=${AFTERSTATE_SSH_PORT:-2248}
server=''
end() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

mkdir -p "$folder/ssh" /run/sshd 2>/dev/null || true
chmod 700 "$folder/ssh"
ssh-keygen -q -t ed25519 -N '' -f "$folder/ssh/host"
ssh-keygen -q -t ed25519 -N '' -f "$folder/ssh/user"
cp "$folder/ssh/user.pub" "$folder/ssh/authorized"
cat >"$folder/ssh/server" <<TEXT
Port $port
ListenAddress 127.0.0.1
HostKey $folder/ssh/host
AuthorizedKeysFile $folder/ssh/authorized
PasswordAuthentication no
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
PidFile none
MaxStartups 50
TEXT
cat >"$folder/ssh/client" <<TEXT
Host one two
  HostName 127.0.0.1
  Port $port
  IdentityFile $folder/ssh/user
  IdentitiesOnly yes
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
TEXT
"$(command -v sshd || echo /usr/sbin/sshd)" -D -e -f "$folder/ssh/server" 2>"$folder/ssh/log" &
server=$!
until_true 20 ssh -F "$folder/ssh/client" one true

export PARALLEL_SSH="ssh -F $folder/ssh/client"
"$here/parallel.sh" 2/one,1/two "$shards" "$folder/run" "${run[@]}" >"$folder/log" 2>&1 &
recipe=$!
# One shard is killed; parallel starts it again.
until_true 120 has_game "$folder/run/shard-3.csv"
kill -KILL "$(pgrep -f -- "--csv $folder/run/shard-3.csv" | tail -1)"
wait "$recipe" || {
  cat "$folder/log"
  exit 1
}
starts=$(grep '"shard":"3/7"' "$folder/log" | grep -cE '"seconds":(0\.0000|[0-9.]+e-)')
echo "shard 3 was killed; it was started $starts times"
((starts == 2))
cut -f 1-4,7 "$folder/run/jobs.log"
check_merged "$folder/run"
