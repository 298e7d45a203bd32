#!/bin/sh
# run.sh typescript|python ROOT [oracle options]   e.g. run.sh python ../../flask --seed 2 --count 50
# Set FIRSTHAND to the binary when it is not on the path. Needs node or python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
language=$1 root=$2
shift 2
facts=$(mktemp)
trap 'rm -f "$facts"' EXIT
case $language in
typescript) node "$here/typescript/oracle.js" "$root" --out "$facts" "$@" ;;
python) "${PYTHON:-python3}" "$here/python/oracle.py" "$root" --out "$facts" "$@" ;;
*) echo "typescript or python" >&2; exit 2 ;;
esac
python3 "$here/compare.py" "$facts" --firsthand "${FIRSTHAND:-firsthand}" --out "$language.json"
