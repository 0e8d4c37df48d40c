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

looks_restarting() {
    server_says "api/v1/topology/summary" | grep -q '"eyewallHealth":"restarting"'
}

# A crash loop: REST, Prometheus and top say so, and why.
crash_loop() {
    "$root/eyewall" submit --to "storm://127.0.0.1:$thrift" "$work/server.jar" t.Crash "crash-$1" "$1" || return
    await 60 looks_restarting && echo "REST says restarting"
    server_says metrics | grep 'eyewall_topology_health{.*restarting.* 1' && echo "Prometheus says restarting"
    await 30 top_says "crash-$1" && echo "top says restarting"
    "$root/eyewall" kill -w 0 "crash-$1"
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
    export -f sequence crash_loop await server_says process_of kill_process_of lines_in looks_restarting top_says
    export root work http thrift begun
    run sequence 'acked and not in a sink: 0$' 'no acks go on' 1000000 bash -c sequence
    local how
    for how in throw exit prepare; do
        run "crash-loop-$how" 'top says restarting' - 1000000 bash -c "crash_loop $how"
    done
    kill -TERM "$begun"
}
