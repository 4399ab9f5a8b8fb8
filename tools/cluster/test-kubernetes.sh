#!/usr/bin/env bash
# Checks the manifest for Kubernetes against the schema of its API, and runs the command of each pod here.
set -euo pipefail
# shellcheck source=tools/cluster/test-common.sh
source "$(dirname "${BASH_SOURCE[0]}")/test-common.sh"
run=(match expectimax:nodes=60 random --games 14) # of the manifest
trap 'rm -rf "$folder"' EXIT

readonly manifest=$here/kubernetes.yaml
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check kubernetes-validate==1.37.0
"$folder/python/bin/kubernetes-validate" --strict "$manifest"
sed 's/completionMode/completionsMode/' "$manifest" >"$folder/wrong.yaml"
! "$folder/python/bin/kubernetes-validate" --strict --quiet "$folder/wrong.yaml" >/dev/null || {
  echo "the validator accepts anything" >&2
  exit 1
}

# The pods' command, with the program in PATH as in the image.
mkdir "$folder/bin" "$folder/run"
ln -s "$AFTERSTATE" "$folder/bin/afterstate"
cat >"$folder/command.py" <<'TEXT'
import sys, yaml
spec = yaml.safe_load(open(sys.argv[1]))["spec"]
container = spec["template"]["spec"]["containers"][0]
shards = {entry["name"]: entry["value"] for entry in container["env"]}["SHARDS"]
assert shards == str(spec["completions"]), "SHARDS is not completions"
cpus = container["resources"]["requests"]["cpu"]
assert f"--threads {cpus} " in container["args"][0], "--threads is not the requested CPUs"
print(container["args"][0])
TEXT
"$folder/python/bin/python" "$folder/command.py" "$manifest" >"$folder/command.sh"
for ((index = 0; index < shards; index++)); do
  PATH=$folder/bin:$PATH SHARDS=$shards RUN=$folder/run JOB_COMPLETION_INDEX=$index \
    /bin/sh -ec "$(<"$folder/command.sh")" >/dev/null 2>&1
done
check_merged "$folder/run"
