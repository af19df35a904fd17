# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What install, run and test share. Sourced with `set -euo pipefail` on and `root` set to the checkout.
# All talk goes to stderr: stdout belongs to the program that is started in the end.

log_dir=${root:?}/build/log

say() { printf '%s\n' "$*" >&2; }

# Ends with one sentence. die [-CODE] SENTENCE
die() {
  local code=1
  if [[ $1 == -[0-9]* ]]; then
    code=${1#-}
    shift
  fi
  say "$*"
  exit "$code"
}

on_terminal() { [[ -t 2 && ${TERM:-dumb} != dumb ]]; }

# The one line that moves while something long goes on; empty text takes it away.
progress_shown=
terminal_width=
progress() {
  on_terminal || return 0
  [[ -n $1 || -n $progress_shown ]] || return 0
  if [[ -z $terminal_width ]]; then
    terminal_width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2 || true)
    ((terminal_width > 0)) || terminal_width=80
  fi
  local text=$1
  printf '\r\033[K%s' "${text:0:terminal_width-1}" >&2
  progress_shown=$text
}

# Reads a command's output: every line goes to the log, and what tells of progress to the terminal. Knows the counts of
# ninja and ctest and the percentages of apt-get. Where there is no terminal, the label is printed once, when there is
# really something to do.
follow() {
  local log=$1 label=$2 line announced=
  while IFS= read -r line || [[ -n $line ]]; do
    printf '%s\n' "$line" >>"$log"
    if [[ $line =~ ^\[([0-9]+/[0-9]+)\] || $line =~ ^\ *([0-9]+/[0-9]+)\ Test\ +\# ]]; then
      progress "$label: ${BASH_REMATCH[1]}"
    elif [[ $line =~ ^dlstatus:[^:]*:([0-9]+) ]]; then
      progress "$label: downloading, ${BASH_REMATCH[1]} %"
    elif [[ $line =~ ^pmstatus:[^:]*:([0-9]+) ]]; then
      progress "$label: unpacking and setting up, ${BASH_REMATCH[1]} %"
    else
      continue
    fi
    if [[ -z $announced ]] && ! on_terminal; then
      say "$label (log: $log)"
    fi
    announced=yes
  done
  progress ''
}

# logged LOG LABEL COMMAND…: runs a command, its output appended to the log. Returns the command's exit status.
logged() {
  local log=$1 label=$2 code=0
  shift 2
  if ! mkdir -p "$log_dir" 2>/dev/null || ! : >>"$log"; then
    die "$log can't be written; make $root a folder of yours (a copy will do) and start again."
  fi
  "$@" 2>&1 </dev/null | follow "$log" "$label" || code=${PIPESTATUS[0]}
  return "$code"
}

# Ends after a failure: the end of the log, where the whole of it is, and what to do.
die_with_log() {
  local log=$1 sentence=$2
  say "--- the end of $log"
  grep -vE '^(dlstatus|pmstatus):' "$log" | tail -n 30 >&2 || true
  say "---"
  die "$sentence The whole log: $log"
}

# ccache must never be why a build fails: without a place to write it is left out.
prepare_ccache() {
  local cache=${CCACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/ccache}
  if mkdir -p "$cache" 2>/dev/null && [[ -w $cache ]]; then
    # The same file in two checkouts is one entry.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
  else
    export CCACHE_DISABLE=1
  fi
}

# configure PRESET: only when it was never done, or what it found its parts by has changed.
configure() {
  local preset=$1 folder=$root/build/$1 log=$log_dir/configure-$1.log
  local settings="CMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH:-} Torch_DIR=${Torch_DIR:-} CXX=${CXX:-} CXXFLAGS=${CXXFLAGS:-}"
  local stamp=$folder/.settings
  if [[ -f $folder/build.ninja && -f $stamp && $(<"$stamp") == "$settings" ]]; then
    return 0
  fi
  progress "Configuring ($preset)"
  mkdir -p "$log_dir"
  : >"$log"
  local fresh=()
  if [[ -f $folder/CMakeCache.txt ]]; then
    fresh=(--fresh) # a cache from other settings would keep what it found
  fi
  if ! (cd "$root" && logged "$log" "Configuring ($preset)" cmake --preset "$preset" "${fresh[@]}"); then
    progress ''
    die_with_log "$log" "CMake could not configure the preset $preset."
  fi
  printf '%s\n' "$settings" >"$stamp"
  progress ''
}

# build PRESET [TARGET…]: all targets when none is named.
build() {
  local preset=$1 log=$log_dir/build-$1.log
  shift
  local targets=()
  if (($#)); then
    targets=(--target "$@")
  fi
  mkdir -p "$log_dir"
  configure "$preset"
  prepare_ccache
  : >"$log"
  if ! (cd "$root" && NINJA_STATUS='[%f/%t] ' logged "$log" "Building ($preset)" \
          cmake --build --preset "$preset" "${targets[@]}"); then
    die_with_log "$log" "The build of the preset $preset failed."
  fi
}
