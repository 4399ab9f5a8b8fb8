#!/usr/bin/env bash
# Builds the release of the committed state in two folders and compares the checksums: tools/compare-releases.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folders=$(mktemp -d)
trap 'rm -rf "$folders"' EXIT
for name in one another/folder; do
  mkdir -p "$folders/$name"
  git archive HEAD | tar -x -C "$folders/$name"
  "$folders/$name/build.sh" release
done
diff "$folders/one/dist-release/SHA256SUMS" "$folders/another/folder/dist-release/SHA256SUMS"
echo "Both folders have the same bytes."
