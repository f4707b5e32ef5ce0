#!/bin/bash
# Fails if a string of the library speaks of an option or of a command of the program: errors and notes carry remedies,
# which app/remedy_text.cpp words. Usage: option_words.sh SOURCE_FOLDER
set -u
cd "$1" || exit 2
folders="api base device include isosurface octree renderer scene skeleton transfer volume"
commands="bench|convert|devices|doctor|info|mesh|render|skeleton|synthesize|transfer|view|voxelize"
for folder in $folders; do
    [ -d "$folder" ] || { echo "$folder is no folder of the library"; exit 2; }
done
# Comments may say what they like; a string never holds "//" but in addresses.
found=$(find $folders -name '*.cpp' -o -name '*.h' | sort | while read -r file; do
    sed -E 's://.*$::' "$file" | grep -nE "\"[^\"]*(--[a-z]|voxmarch ($commands)\\b)" | sed "s:^:$file\::"
done)
if [ -n "$found" ]; then
    echo "words of the command line in the library (give the error or note a Remedy instead):"
    echo "$found"
    exit 1
fi
