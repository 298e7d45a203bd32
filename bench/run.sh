#!/bin/sh
# run.sh typescript|python|java ROOT [oracle options]   e.g. run.sh python ../../flask --seed 2 --count 50
# Set FIRSTHAND to the binary when it is not on the path. Needs node, python3 or a JDK of 17 or later.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
language=$1 root=$2
shift 2
facts=$(mktemp)
trap 'rm -f "$facts"' EXIT
case $language in
typescript) node "$here/typescript/oracle.js" "$root" --out "$facts" "$@" ;;
python) "${PYTHON:-python3}" "$here/python/oracle.py" "$root" --out "$facts" "$@" ;;
java) java "$here/java/Oracle.java" "$root" --out "$facts" "$@" ;;
*) echo "typescript, python or java" >&2; exit 2 ;;
esac
python3 "$here/compare.py" "$facts" --firsthand "${FIRSTHAND:-firsthand}" --out "$language.json"
