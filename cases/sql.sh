# Cases of SQL; sourced by check. shellcheck shell=bash

# script NAME FILE RIGHT WRONG: has the command run a script, where its files are.
script() {
    (($# == 4)) && is_wanted "$1" || return 0
    run "$1" "$3" "$4" 1000000 env -C "$work/sql" TZ=America/New_York "$root/eyewall" sql "$2"
}

# What 148 statements give beside PostgreSQL; what differs, or is refused, on purpose stands in sql-on-purpose.txt.
compare() {
    local drive="$root/cli/target/sql/*" each
    compile "$work/drive" "$libraries:$drive" "$sql/SqlDrive.java"
    mkdir -p "$work/statements"
    query postgres \
        'create table orders (id bigint not null, customer varchar, item varchar, price decimal(10,2), qty int,
            ratio double precision, ts timestamp, d date, flag boolean)' \
        'create table people (name varchar, country varchar, lim decimal(12,2), born date)'
    for each in orders people; do
        query postgres "copy $each from stdin csv" <"$work/sql/$each.csv"
    done
    python3 "$root/cases/sql_compare.py" statements "$sql/sql_cases.py" "$sql/ddl_ey.sql" "$work/statements"
    (cd "$work/sql" && java -XX:TieredStopAtLevel=1 -cp "$work/drive:$libraries:$drive" SqlDrive "$work/statements" 1 \
        >"$work/statements.out" 2>"$work/statements.log")
    local result
    result=$(python3 "$root/cases/sql_compare.py" compare "$sql/sql_cases.py" "$work/statements.out" "$postgresql" \
        "$root/cases/sql-on-purpose.txt" 2>&1) || wrong=1
    say sql-statements "$result"
}

check_sql() {
    cp -r "$sql" "$work/sql"
    (cd "$work/sql" && python3 sql_data.py)
    script sql-header s02.sql '^17,54' 'null'
    script sql-header-order s02b.sql '^100.0,4.5' 'failed'
    script sql-header-missing s02d.sql 'line of names has no column id, amount' '^[0-9]+$'
    script sql-behind-object s05.sql 's05.jsonl:1: no JSON: text behind its end' '^n,s'
    script sql-behind-brace s05b.sql 's05b.jsonl:1: no JSON: text behind its end' '^n,s'
    script sql-whole-number s06j.sql '^100,1' failed
    script sql-quote s11.sql 'lines 3 to 6 stand for one record' failed
    { cat "$sql/ddl_ey.sql" && echo 'SELECT id FROM orders WHERE FALSE;'; } >"$work/sql/false.sql"
    script sql-false false.sql '^id$' '^[0-9]+$|wrong'

    begin_postgresql "sql-times sql-types sql-statements" || return 0
    sed -i "s/127.0.0.1:21501/127.0.0.1:$postgresql/; s/'user'='postgres'/'user'='eyewall'/" "$work/sql"/j?.sql
    sed 's/\bat timestamptz/tz timestamptz/' "$sql/pg.sql" | query postgres
    script sql-times j1.sql '^2,2024-03-10 07:30:00,2024-03-10 02:30:00,2024-03-10' failed
    if is_wanted sql-times; then
        run sql-times-written '^2\|2024-03-10 07:30:00\+00\|2024-03-10 02:30:00\|2024-03-10' - 1000000 \
            psql -X -q -A -t -h 127.0.0.1 -p "$postgresql" -U eyewall postgres -c "set timezone='UTC'" \
            -c 'select * from outz'
    fi
    script sql-types j2.sql 'j2.* ended|acked 2' failed
    if is_wanted sql-statements; then
        compare
    fi
}
