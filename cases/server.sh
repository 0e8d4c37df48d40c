# Cases of the server; sourced by check. shellcheck shell=bash

# server_says PATH: what it answers by HTTP.
server_says() {
    curl -sf -m 5 "http://127.0.0.1:$http/$1"
}

# The number of the process that runs a topology; nothing, and false, between two of them: then the server shows it.
process_of() {
    "$root/eyewall" list --json | python3 -c "
import json, sys
topologies = [json.loads(line) for line in sys.stdin]
processes = [t['pid'] for t in topologies if t['topology'] == '$1' and t['pid'] != $begun]
print(*processes)
sys.exit(not processes)"
}

# Kills the process of a topology.
kill_process_of() {
    local pid
    pid=$(process_of "$1") && kill -KILL "$pid"
}

lines_in() {
    (($(cat "$work"/seq/acked.log 2>/dev/null | wc -l) > $1))
}

# Each number that the spout has seen acked is in a file of a sink, whatever died in between.
sequence() {
    "$root/eyewall" submit --to "storm://127.0.0.1:$thrift" "$work/server.jar" t.Seq seq "$work/seq" 500 || return
    local acked
    for acked in 300 900 1500; do
        await 60 lines_in "$acked" || { echo "no acks go on behind $acked"; return 1; }
        await 30 kill_process_of seq || { echo "no acks go on: it has no process"; return 1; }
    done
    await 60 lines_in 4000 || { echo "no acks go on behind the last kill"; return 1; }
    "$root/eyewall" kill -w 0 seq
    local lost
    lost=$(comm -23 <(sort -u "$work/seq/acked.log") <(cut -d' ' -f1 "$work"/seq/sink-*.log | sort -u) | wc -l)
    echo "acked and not in a sink: $lost"
}

# rest_says NAME WHY CAUSE: the topology is restarting for this reason, and its page has the exception, if there is one.
rest_says() {
    local id
    id=$(server_says api/v1/topology/summary | python3 -c "
import json, sys
print(*(t['id'] for t in json.load(sys.stdin)['topologies'] if t['name'] == '$1'
    and t['eyewallHealth'] == 'restarting' and '$2' in t['eyewallHealthWhy']))")
    [[ -n $id ]] && server_says "api/v1/topology/$id" | grep -q "$3"
}

# It has been started again, and has crashed again.
prometheus_says() {
    server_says metrics >"$work/metrics" &&
        grep -q "^eyewall_topology_health{.*\"$1\".*restarting.* 1" "$work/metrics" &&
        grep -qE "^eyewall_topology_crashes_total\{topology=\"$1\"\} ([2-9]|[1-9][0-9]+)" "$work/metrics"
}

# crash_loop HOW WHY CAUSE: REST, Prometheus and top say so, how often, and why.
crash_loop() {
    local name=crash-$1
    "$root/eyewall" submit --to "storm://127.0.0.1:$thrift" "$work/server.jar" t.Crash "$name" "$1" || return
    await 60 rest_says "$name" "$2" "$3" || echo "missing: REST's $2, $3"
    await 60 prometheus_says "$name" || echo "missing: two crashes for Prometheus"
    await 30 top_says "$name" && echo "top says restarting"
    "$root/eyewall" kill -w 0 "$name"
}

top_says() {
    "$root/eyewall" top --once --json "$1" | grep '"health":"restarting"'
}

check_server() {
    is_wanted sequence || is_wanted crash-loop || return 0
    compile "$work/server" "$libraries" "$server"/{Seq,Crash}.java
    jar cf "$work/server.jar" -C "$work/server" .
    http=$(free_port) thrift=$(free_port)
    begin "$work/server.log" "$root/eyewall" server --state "$work/server-state" --port "$http" --nimbus-port "$thrift"
    await 60 server_says healthz || { cat "$work/server.log" >&2; exit 2; }
    export -f sequence crash_loop await server_says process_of kill_process_of lines_in rest_says prometheus_says \
        top_says
    export root work http thrift begun
    run sequence 'acked and not in a sink: 0$' 'no acks go on' 1000000 bash -c sequence
    local told='top says restarting'
    run crash-loop-throw "$told" missing 1000000 bash -c "crash_loop throw 'has ended, exit code' 'bad row 20'"
    run crash-loop-exit "$told" missing 1000000 bash -c "crash_loop exit 'has ended, exit code 7' ''"
    run crash-loop-prepare "$told" missing 1000000 bash -c "crash_loop prepare 'has ended, exit code' 'no database'"
    kill -TERM "$begun"
}
