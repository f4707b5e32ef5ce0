#!/usr/bin/env bash
# The manual has a page for every command without a warning, the completions of shells complete, and desktops accept what
# is said of the program. What the machine has no program for is not looked at. usage: manual.sh PROGRAM SOURCE_FOLDER
set -euo pipefail
program=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
has() { command -v "$1" >/dev/null || { echo "skipped: $1 is not installed"; return 1; }; }

"$program" manual "$folder"
commands=$("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 10 ] || fail "no commands in the help"
for page in voxmarch $(sed 's/^/voxmarch-/' <<<"$commands"); do
  [ -s "$folder/man/man1/$page.1" ] || fail "no page $page"
done
[ "$(find "$folder/man" -type f | wc -l)" = $(($(wc -w <<<"$commands") + 1)) ] || fail "pages of commands that are none"
grep -q config.json <(sed -n '/^.SH FILES/,/^.SH S/p' "$folder/man/man1/voxmarch.1") || fail "no files in the manual"
[ "$(grep -B1 '^Exit codes' "$folder/man/man1/voxmarch.1" | head -n 1)" = .PP ] || fail "exit codes are no paragraph"
if has man && has groff; then
  for page in "$folder"/man/man1/*.1; do
    warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "$page: $warnings"
  done
  rendered=$(LC_ALL=C.UTF-8 MANWIDTH=80 man -l "$folder/man/man1/voxmarch-render.1" | tr -s ' \n' ' ')
  [[ $rendered == *"voxmarch-render - draw pictures and films of a volume"* && $rendered == *"--size WxH width and height in pixels"* &&
     $rendered == *"voxmarch render synthetic:tree -o tree.png"* ]] || fail "the page of render: $rendered"
fi

complete() { # what bash offers for a line
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _voxmarch; echo "${COMPREPLY[*]}"' \
    bash "$folder/bash-completion/completions/voxmarch" "$@"
}
cd "$folder"
touch head.nrrd
[ "$(complete voxmarch rend)" = render ] || fail "bash: rend -> $(complete voxmarch rend)"
[ "$(complete voxmarch render --blend mi)" = "mip minip" ] || fail "bash: --blend mi"
[ "$(complete voxmarch render --isosurface-col)" = --isosurface-color ] || fail "bash: --isosurface-col"
[ "$(complete voxmarch mesh he)" = head.nrrd ] || fail "bash: a file"
[ "$(complete voxmarch render --blend = mi)" = "mip minip" ] || fail "bash: --blend=mi"
views=" $(complete voxmarch render --view f) "
[[ $views == *" front "* && $views == *" front-left-top "* && $views != *" back"* ]] || fail "bash: --view f:$views"
[ "$(complete voxmarch render --transfer head)" = head.nrrd ] || fail "bash: a file of --transfer"
[ "$(complete voxmarch render --transfer vir)" = viridis ] || fail "bash: a preset"
[ "$(complete voxmarch synthesize tr)" = tree ] || fail "bash: a synthetic volume"
if has zsh; then
  zsh -n zsh/site-functions/_voxmarch
fi
if has fish; then
  offered=$(fish -c "source fish/vendor_completions.d/voxmarch.fish; complete -C 'voxmarch render --blend mi'" | cut -f 1 | sort)
  [ "$offered" = $'minip\nmip' ] || fail "fish: $offered"
fi
if has desktop-file-validate; then
  told=$(desktop-file-validate "$source/packaging/voxmarch.desktop")
  [ -z "$told" ] || fail "$told"
fi
if has update-mime-database && has gio; then
  mkdir -p mime/packages data
  cp "$source/packaging/voxmarch.mime.xml" mime/packages/voxmarch.xml
  XDG_DATA_HOME=$folder update-mime-database mime
  printf 'NRRD0004\n' >a.nrrd
  printf '\x1f\x8b\x08\x00' >a.nii.gz
  for pair in a.nrrd=application/x-nrrd a.nii.gz=application/x-nifti-gzip; do
    type=$(XDG_DATA_HOME=$folder gio info -a standard::content-type "${pair%%=*}" | sed -n 's/.*content-type: //p')
    [ "$type" = "${pair#*=}" ] || fail "${pair%%=*} is $type"
  done
fi
PATH=$(dirname "$program"):$PATH "$source/packaging/voxmarch-thumbnail" synthetic:tree:32 "$folder/thumb" 48 2>/dev/null
[ "$(head -c 4 thumb | tail -c 3)" = PNG ] || fail "no thumbnail"
