#!/usr/bin/env bash
# The step `Install Ebiri` of action.yml: installs the package PACKAGE, or builds one into ./ebiri-package.
set -euo pipefail

source=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../..")
as_root=()
[[ $(id -u) == 0 ]] || as_root=(sudo)

case $PACKAGE in
  '')
    mkdir -p ebiri-package
    if ! ls ebiri-package/*.deb >/dev/null 2>&1; then
      [[ -f $source/ebiri ]] || { echo "ebiri: no source to build in $source: set the input \`package\`" >&2; exit 3; }
      "$source/ebiri" --yes package
      cp "$source"/build/release/package/*.deb ebiri-package
    fi
    PACKAGE=$(ls ebiri-package/*.deb) ;;
  http://* | https://*)
    curl -fsSL -o ebiri-package.deb "$PACKAGE"
    PACKAGE=ebiri-package.deb ;;
esac
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "$(readlink -f "$PACKAGE")"
ebiri --version
