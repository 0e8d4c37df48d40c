# Cases of speed, beside Storm on this machine; sourced by check. shellcheck shell=bash

# rate LOG: messages acked per second in the last line of Load's.
rate() {
    sed -nE 's/.*LOAD acked\/s ([0-9]+) .*/\1/p' "$1" | tail -n 1
}

# Storm's jars, as a class path: where Maven keeps what the laboratory's list names, and RocksDB, which is in ours.
storm_path() {
    local list repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
    list=$root/cluster/target/classes/io/eyewall/lab/jars/storm-jars.txt
    awk -v r="$repository" '{ if (!seen[$4]++) printf "%s/%s:", r, $4 }' "$list"
    printf '%s' "$root"/cli/target/lib/rocksdbjni-*.jar
}

# load NAME ARGUMENTS...: twenty seconds of each system, one after the other. Wrong if Eyewall acks less than nine
# tenths of what Storm does, for what else the machine does counts, too; or uses more processors than $most.
load() {
    local name=load-$1 ours storm processors
    is_wanted "$name" || return 0
    timeout 120 "$root/eyewall" run --for 20s "$work/load.jar" Load "$@" >"$work/ours" 2>&1 || true
    (cd "$work" && timeout 40 java -Dstorm.jar="$work/load.jar" -cp "$work/speed:$storm_jars" LoadOnStorm "$@") \
        >"$work/storm" 2>&1 || true
    ours=$(rate "$work/ours") storm=$(rate "$work/storm")
    processors=$(sed -nE 's/.*processors ([0-9.]+) .*/\1/p' "$work/ours" | tail -n 1)
    if awk "BEGIN { exit !(${processors:-0} > ${most:-1000}) }"; then
        say "$name" "WRONG: $processors processors, $most would do"
        wrong=1
    elif [[ -z $storm ]]; then
        say "$name" "${ours:-0} acked/s by $processors processors; skipped beside Storm: its jars are not all here"
    elif ((${ours:-0} * 10 < storm * 9)); then
        say "$name" "WRONG: ${ours:-0} acked/s, Storm $storm"
        wrong=1
    else
        say "$name" "right: $ours acked/s by $processors processors, Storm $storm"
    fi
}

check_speed() {
    is_wanted load- || { ((${#names[@]})) && [[ " ${names[*]}" == *" load"* ]]; } || return 0
    compile "$work/speed" "$libraries" "$speed/Load.java"
    jar cf "$work/load.jar" -C "$work/speed" .
    storm_jars=$(storm_path)
    javac -nowarn -Xlint:none -proc:none -d "$work/speed" -cp "$work/speed:$storm_jars" "$root/cases/LoadOnStorm.java" \
        2>"$work/javac" || echo "Storm's LocalCluster can't be used: $(head -n 1 "$work/javac")" >&2
    load diamond
    load asks
    load waits
    load mixed
    most=0.9 load fan 60000 # 0.35 of a processor is work
}
