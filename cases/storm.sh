# Cases of Storm's face; sourced by check. shellcheck shell=bash

# check_run NAME 'OPTIONS' JAR MAIN RIGHT WRONG: has the command run an application.
check_run() {
    # shellcheck disable=SC2086  # several options in one variable
    run "$1" "$5" "$6" 1000000 "$root/eyewall" run $2 "$3" "$4"
}

check_storm() {
    compile "$work/one" "$root/cli/target/legacy-test/storm-core-1.0.jar" "$storm/OneX.java"
    compile "$work/files" "$libraries" "$storm/SysRes.java"
    cp "$storm/data.txt" "$work/files"
    compile "$work/trial" "$libraries" "$storm"/{Words,Tri,Str}.java
    local each
    for each in one files trial; do
        jar cf "$work/$each.jar" -C "$work/$each" .
    done
    mv "$work/files.jar" "$work/sysres.jar" # which the program looks for in its class path
    compile "$work/link" "$libraries" "$storm/LinkCheck.java"
    run link-check 'submitTopology' - 1000000 java -cp "$work/link:$libraries" LinkCheck "one=$work/one.jar"
    check_run storm-1 "" "$work/one.jar" OneX '^done' 'Exception|Error'
    check_run system-loader "--for 4s" "$work/sysres.jar" SysRes '^thread made in open: .*=true' '=false'
    check_run words "--for 6s" "$work/trial.jar" trial.Words '^ALL ACKED' 'Exception|Error|needs|does not have'
    check_run trident "--for 8s" "$work/trial.jar" trial.Tri '^TRIDENT' 'Exception|Error|needs|does not have'
    check_run streams "--for 6s" "$work/trial.jar" trial.Str '^STREAM' 'Exception|Error|needs|does not have'
}
