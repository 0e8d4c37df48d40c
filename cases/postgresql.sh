# A PostgreSQL for cases; sourced by check. shellcheck shell=bash

# begin_postgresql NAMES: starts it, if there is one, and sets postgresql to its port. Otherwise says that the cases of
# these names are skipped, and is false.
postgresql=
begin_postgresql() {
    [[ -n $postgresql ]] && return
    local programs each as=()
    programs=$(find /usr/lib/postgresql -path '*/bin/initdb' -printf '%h\n' 2>/dev/null | sort -V | tail -n 1)
    if [[ -z $programs ]] || ! type -P psql >/dev/null; then
        for each in $1; do
            is_wanted "$each" && say "$each" "skipped: no PostgreSQL; apt-get install postgresql"
        done
        return 1
    fi
    ((EUID == 0)) && as=(setpriv --reuid postgres --regid postgres --clear-groups) # it refuses root
    install -d -m 777 "$work/postgresql"
    "${as[@]}" "$programs/initdb" -D "$work/postgresql/data" -U eyewall -A trust --no-sync -E UTF8 \
        --locale=C.UTF-8 >"$work/initdb" 2>&1 || {
        cat "$work/initdb" >&2
        exit 2
    }
    postgresql=$(free_port)
    begin "$work/postgresql.log" "${as[@]}" "$programs/postgres" -D "$work/postgresql/data" -p "$postgresql" \
        -k "$work/postgresql" -c listen_addresses=127.0.0.1
    await 60 query postgres 'select 1' || {
        cat "$work/postgresql.log" >&2
        exit 2
    }
}

# query DATABASE [STATEMENT...]: without statements, those of the standard input.
query() {
    local database=$1 each options=()
    shift
    for each in "$@"; do
        options+=(-c "$each")
    done
    psql -X -q -A -t -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$postgresql" -U eyewall "$database" "${options[@]}"
}
