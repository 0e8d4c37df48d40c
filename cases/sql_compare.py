#!/usr/bin/env python3
"""Compares what eyewall answered to statements of SQL with what PostgreSQL answers.

    sql_compare.py statements CASES.py DDL FOLDER            # writes one script for each statement
    sql_compare.py compare CASES.py OUTPUT PORT ON_PURPOSE   # OUTPUT is that of SqlDrive, which has run them

CASES.py has a list C of (statement, PostgreSQL's statement or "", kind); of kind "ord" the rows' order counts. ON_PURPOSE
has a line, "RESULT: STATEMENT", for each that differs or is refused on purpose. Prints how many there are of each result,
and each statement whose result is not expected; exits with 1 if there is one.
"""

import decimal
import importlib.util
import json
import os
import re
import subprocess
import sys

NUMBERS = {"smallint", "integer", "bigint", "numeric", "real", "double precision"}
DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?")
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def number(value):
    """Eleven digits, and six after the point, are compared; both round as they like behind these."""
    exact = decimal.Decimal(repr(value)) if isinstance(value, float) else decimal.Decimal(value)
    if not exact.is_finite():
        return str(exact)
    if abs(exact) < 10**20:
        exact = round(exact, 6)
    rounded = decimal.Context(prec=11).create_decimal(exact)
    return str(abs(rounded).normalize() if rounded == 0 else rounded.normalize())


def normal(value):
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float, decimal.Decimal)):
        return number(value)
    if isinstance(value, str) and DATE_TIME.fullmatch(value):
        seconds, _, fraction = value.replace("T", " ").partition(".")
        return seconds + "." + (fraction + "000")[:3]
    return value if isinstance(value, str) else str(value)


class PostgreSql:
    def __init__(self, port):
        self.command = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        self.command += ["-h", "127.0.0.1", "-p", port, "-U", "eyewall", "postgres"]

    def run(self, text):
        done = subprocess.run(self.command, input="set timezone='UTC';\n" + text, text=True, capture_output=True)
        if done.returncode:
            raise ValueError(done.stderr.split("\n")[0].split("ERROR:")[-1].strip())
        return done.stdout

    def rows(self, query):
        types = [line.rsplit("|", 1)[1] for line in self.run(query + " \\gdesc\n").split("\n") if "|" in line]
        output = self.run(f"copy ({query}\n) to stdout;\n")
        return [
            tuple(self.value(text, kind) for text, kind in zip(line.split("\t"), types))
            for line in output.split("\n")[:-1]
        ]

    @staticmethod
    def value(text, kind):
        if text == "\\N":
            return None
        text = re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text)
        if kind == "boolean":
            return text == "t"
        return decimal.Decimal(text) if kind.split("(")[0] in NUMBERS else text


def cases(path):
    spec = importlib.util.spec_from_file_location("cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.C


def write(path, ddl, folder):
    tables = open(ddl, encoding="utf8").read()
    for index, (statement, _, _) in enumerate(cases(path)):
        with open(os.path.join(folder, f"{index:03}.sql"), "w", encoding="utf8") as script:
            script.write(f"{tables}{statement};\n")


def judge(state, why, body, theirs, kind):
    """The result of a statement, and its details."""
    if state != "ok":
        crashed = state == "failed" and "RowException" not in why
        result = "crash" if crashed else "refused by both" if theirs is None else "refused by us"
        return result, [f"eyewall: {why[:300]}"]
    if theirs is None:
        return "only PostgreSQL refuses", []
    lines = [json.loads(line, parse_float=decimal.Decimal) for line in body.split("\n") if line.strip()]
    left = [tuple(map(normal, line.values())) for line in lines]
    right = [tuple(map(normal, row)) for row in theirs]
    if kind != "ord":
        left.sort(key=repr)
        right.sort(key=repr)
    return "same" if left == right else "differ", [
        f"eyewall: {len(left)} rows, only here {[row for row in left if row not in right][:3]}",
        f"PostgreSQL: {len(right)} rows, only there {[row for row in right if row not in left][:3]}",
    ]


def compare(path, output, port, on_purpose):
    statements = cases(path)
    database = PostgreSql(port)
    expected = dict(reversed(line.rstrip("\n").split(": ", 1)) for line in open(on_purpose, encoding="utf8"))
    counts = dict.fromkeys(["same", "refused by both", "refused by us", "only PostgreSQL refuses", "differ", "crash"], 0)
    text = open(output, encoding="utf8").read()
    ends = re.findall(r"@@@BEGIN (\d+)\.sql\n(.*?)\n@@@END \d+\.sql (\w+) (.*?)\n", text, re.S)
    wrong = []
    for index, body, state, why in ends:
        ours, query, kind = statements[int(index)]
        theirs, refusal = None, "PostgreSQL: has no such statement"
        try:
            theirs = database.rows(query) if query else None
        except ValueError as error:
            refusal = f"PostgreSQL: {error}"
        result, details = judge(state, why, body, theirs, kind)
        counts[result] += 1
        if result not in ("same", "refused by both") and expected.pop(ours, None) != result:
            wrong.append("\n   ".join([f"{result}: {ours}", *details] + ([refusal] if theirs is None else [])))
    missing = len(statements) - len(ends)
    counts["crash"] += missing
    wrong += [f"{missing} statements were not run"] if missing else []
    wrong += [f"not {result} any more: {statement}" for statement, result in expected.items()]
    print("WRONG:" if wrong else "right:", ", ".join(f"{count} {what}" for what, count in counts.items()))
    print("\n".join(wrong), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    sys.exit({"statements": write, "compare": compare}[command](*arguments))
