#!/usr/bin/env bash
# Builds the release of the committed state in two folders and compares the checksums: tools/compare-releases.sh
#
# If they differ, both folders stay, to be looked at.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folders=$(mktemp -d)
commit=$(git rev-parse --short HEAD)
for name in one another/folder; do
  mkdir -p "$folders/$name"
  git archive HEAD | tar -x -C "$folders/$name"
  "$folders/$name/build.sh" release
done
if ! diff "$folders/one/dist-release/SHA256SUMS" "$folders/another/folder/dist-release/SHA256SUMS"; then
  echo "The files of commit $commit differ. Both builds are in $folders" >&2
  exit 1
fi
rm -rf "$folders"
echo "Both builds of commit $commit have the same bytes."
