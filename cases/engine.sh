# Cases of the engine; sourced by check. shellcheck shell=bash

# check NAME 'PROGRAM ARGUMENTS' RIGHT WRONG [LINES]: runs a Java program of the engine's.
check() {
    # shellcheck disable=SC2086  # several arguments in one variable
    run "$1" "$3" "$4" "${5:-1000000}" java ${jvm:-} -cp "$work:$libraries" h.$2
}

check_engine() {
    compile "$work" "$libraries" "$engine"/*.java
    check leak 'Leak leak 1 9' "found itself interrupted 0;" 'interrupted [1-9]|FAILED'
    check recursion 'Leak rec 1 9' 'recursion without end' 'took [0-9]{4,} ms'
    check thread-local 'Edge 1 threadlocal' 'into a ThreadLocal: 0 of 300' -
    check semaphore 'Edge 1 semaphore' 'emitted 20 acked 20 failed 0' UNEXPECTED
    check handover 'Edge 2 handover' 'emitted 20 acked 20' UNEXPECTED
    check interrupt 'Edge 1 interrupt' 'interrupt-self-bolt: emitted 100 acked 100' 'interrupted [1-9][0-9]* times'
    check evil-size 'Edge 2 evil-size' 'emitted 100 acked 100' 'UNEXPECTED|THREW'
    check edges 'Edge 2' 'CASE consumer-error' 'UNEXPECTED|THREW|STOPPED'
    check commit 'StWedge 40' '\(\+[1-9][0-9]*\) failed [0-9]+ preCommits' - 1
    # The processor time of the first seconds is the compiler's, unless it is the quick one alone.
    jvm=-XX:TieredStopAtLevel=1 check streams 'Size streams 5000 2 1000 x y' 'gone after [0-9]{1,4} ms' \
        'getTopologyInfo [0-9]{4,} ms|idle cpu (1[5-9]|[2-9][0-9])\.'
    check executors 'Size exec 10000 2 1000 x' 'rebalanced in [0-9]{1,4} ms' 'cpu ([3-9][0-9]{3}|[0-9]{5,})$'
    check rebalance 'Reb 10000' 'longest without an ack' 'without an ack ([5-9][0-9]{2}|[0-9]{4,}) ms'
    for kind in foreign event pojo cf map list lmap; do
        jvm=-Xmx128m check "memory-$kind" "Mem $kind 2 9 1000000" 'closed in' 'OutOfMemoryError|heap space'
    done
}
