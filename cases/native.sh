# Cases of native tasks; sourced by check. shellcheck shell=bash

# build SOURCE PROGRAM [OPTIONS]: a program that uses the task API without a host; what the compiler says is its output
# otherwise.
build() {
    local source=$1 program=$2
    shift 2
    g++ -std=c++20 -O1 "$@" -I "$root/native/task/include" -I "$root/native/kryo/include" "$native/$source" \
        -o "$work/$program" "$root/native/build/maven/task/libeyewall-task.a" \
        "$root/native/build/maven/kryo/libeyewall-kryo.a"
}

built_and_run() {
    build "$1" program && "$work/program" && echo "ended well"
}

windows() {
    { [[ -x $work/win ]] || build win.cpp win; } && "$work/win" "$@"
}

# A case of taste1.cpp: what somebody would write is compiled, or refused by a message of ours.
compiled() {
    build taste1.cpp taste.so "-DCASE=$1" -shared -fPIC && echo compiled
}

deaths() {
    rm -f /tmp/native-trial-starts
    gcc -shared -fPIC -w -o "$work/die.so" "$native/die.c" &&
        javac -nowarn -Xlint:none -d "$work" -cp "$root/native/java/target/classes:$libraries" "$root/cases/NativeDeaths.java" &&
        LD_PRELOAD=$work/die.so java -cp "$work:$root/native/java/target/classes:$libraries" NativeDeaths \
            "$root/native/java/target/native/lib/libwordcount.so" "$1"
}

check_native() {
    export -f build windows built_and_run compiled deaths
    export root native work libraries
    run windows-first 'add\(1500\) 1, add\(500\) 1' - 1 bash -c 'windows first'
    run windows-mid '40000 values.* 20000 fired, advance cpu 0\.' - 1 bash -c 'windows mid'
    run windows-gap 'gap of 1700000000 windows: [0-9]+ fired, [0-9]{1,3} ms' - 1 \
        bash -c 'windows gap 1000 1700000000000'
    run windows-order 'wrong 0, shape or order wrong 0, missing 0; .* of these 0 whose window was not over' - 1 \
        bash -c 'windows order'
    run null-emit 'ended well|error: .*emit' 'Segmentation|Aborted' 1000000 bash -c 'built_and_run nullemit.cpp'
    local case
    for case in 1 2 4 7 8; do
        run "taste-$case" '^compiled' 'error:' 1 bash -c "compiled $case"
    done
    for case in 3 5 6; do
        run "taste-$case" "can't be emitted|no Java value arrives" '^compiled|incomplete type' 1000000 \
            bash -c "compiled $case"
    done
    run deaths 'acked after 5 kills' 'FAILED' 1000000 bash -c 'deaths 5'
    run race '300 told the misuse \(0 by another error\), 0 took' - 1 python3 "$native/race.py" "$root/native/python"
}
