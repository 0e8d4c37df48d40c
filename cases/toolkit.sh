# Cases of the toolkit; sourced by check. shellcheck shell=bash

# A tail, a fold by event time and a database that writes over what is there, killed four times; then a log that is
# rotated while it is read. The script has ports and folders of its own.
check_toolkit() {
    is_wanted tail-kill || is_wanted tail-rotated || return 0
    begin_postgresql "tail-kill tail-rotated" || return 0
    mkdir -p "$work/toolkit"
    compile "$work/toolkit/classes" "$libraries:$root/cli/target/sql/*" "$toolkit/PipeA.java"
    # The script names the folders in which the modules stood when it was written.
    sed "s/25432/$postgresql/g; s|W/|$work/toolkit/|g; s#EY/\(toolkit\|connectors\)/#EY/flow/\1/#g" \
        "$toolkit/a_tail_kill.sh" >"$work/toolkit/trial.sh"
    (cd "$work/toolkit" && EY=$root timeout 900 bash trial.sh) >"$work/toolkit.out" 2>&1 || true
    run tail-kill 'A2 expected windows 4200 got 4200 wrong 0 missing 0 ' - 1000000 cat "$work/toolkit.out"
    run tail-rotated 'A1 .* after 110 s: 87\|29000\|' - 1000000 cat "$work/toolkit.out"
}
