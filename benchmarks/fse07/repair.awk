# Prints a program of this directory with the lines that are wrong replaced by their repairs:
#   awk -f repair.awk NAME.expected.toml NAME.c
FILENAME ~ /toml$/ && /^cause = / { cause = $3 }
FILENAME ~ /toml$/ && /^fix = / {
    text = substr($0, 8, length($0) - 8)
    gsub(/\\"/, "\"", text)
    gsub(/\\\\/, "\\", text)
    fix[cause] = text
}
FILENAME ~ /c$/ { print (FNR in fix) ? fix[FNR] : $0 }
