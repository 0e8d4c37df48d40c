package io.eyewall.sql.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random script over two streams with windows, and what PostgreSQL computes of the same tables by
 * plain queries.
 */
final class RandomStreamQuery {
    private static final int STREAMS = 2;
    private static final int MAX_DELAY_MS = 2_000;

    /** The tables that the script writes. */
    static final List<String> OUTPUTS = List.of("o0", "o1", "o2");

    private final Random random;
    private final int[] delaysMs = new int[STREAMS];
    private final List<Both> queries = new ArrayList<>();

    /** A query over streams, and PostgreSQL's over the tables. */
    private record Both(String ours, String theirs) {}

    RandomStreamQuery(long seed) {
        random = new Random(seed);
        for (int i = 0; i < STREAMS; i++) {
            delaysMs[i] = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(MAX_DELAY_MS);
        }
        OUTPUTS.forEach(output -> queries.add(query()));
    }

    /** Returns the query by which PostgreSQL computes an output. */
    String expected(int output) {
        return queries.get(output).theirs();
    }

    /**
     * Returns PostgreSQL's statements that make the tables; rows are late by less than the delay.
     */
    List<String> tables(int rows) {
        List<String> statements = new ArrayList<>();
        for (int stream = 0; stream < STREAMS; stream++) {
            statements.add(
                    """
                    create table s%d as select i as id,
                        case when i %% 13 = 5 then null else 'k' || i * %d %% 5 end as k,
                        case when i %% 11 = 3 then null else i * 31 %% 97 end as v,
                        timestamp '2024-05-01' + interval '1 ms' * (i * %d + i / 700 * %d - %s) as ts
                    from generate_series(1, %d) i
                    """
                            .formatted(
                                    stream,
                                    3 + stream,
                                    5 + random.nextInt(30),
                                    random.nextInt(8_000),
                                    delaysMs[stream] == 0 ? "0" : "i * 7919 % " + delaysMs[stream],
                                    rows));
            statements.add(view(stream));
        }
        for (String output : OUTPUTS) {
            statements.add("create table " + output + " (w timestamp, k text, n bigint, x bigint)");
        }
        return statements;
    }

    private static String view(int stream) {
        return "CREATE VIEW w%1$d AS SELECT id, k, v + 1 AS v, ts FROM s%1$d WHERE v IS NOT NULL"
                .formatted(stream);
    }

    /** Returns the script. */
    String script(String url) {
        StringBuilder script = new StringBuilder();
        for (int stream = 0; stream < STREAMS; stream++) {
            script.append(
                    """
                    CREATE STREAM s%1$d (id BIGINT, k VARCHAR, v INT, ts TIMESTAMP,
                        WATERMARK FOR ts AS ts - INTERVAL '%2$s' SECOND)
                        WITH ('connector' = 'jdbc', 'url' = '%3$s', 'table' = 's%1$d',
                        'order-by' = 'id', 'name' = 's%1$d', 'until-end' = 'true');
                    """
                            .formatted(stream, delaysMs[stream] / 1000.0, url));
            script.append(view(stream)).append(";\n");
        }
        for (int i = 0; i < OUTPUTS.size(); i++) {
            script.append(
                    """
                    CREATE TABLE %1$s (w TIMESTAMP, k VARCHAR, n BIGINT, x BIGINT)
                        WITH ('connector' = 'jdbc', 'url' = '%2$s', 'table' = '%1$s',
                        'transactional' = '%1$s');
                    INSERT INTO %1$s %3$s;
                    """
                            .formatted(OUTPUTS.get(i), url, queries.get(i).ours()));
        }
        return script.toString();
    }

    // ---- queries -------------------------------------------------------------------------------

    private Both query() {
        String from = of("s", "w") + random.nextInt(STREAMS);
        String where = of("", " WHERE k <> 'k1'", " WHERE v > 40", " WHERE MOD(id, 3) = 1");
        String aggregate = of("SUM(v)", "MIN(v)", "MAX(id)", "COUNT(DISTINCT v)");
        String size = seconds(1 + random.nextInt(5));
        return switch (random.nextInt(6)) {
            case 0 -> tumbling(from, where, aggregate, size);
            case 1 -> hopping(from, where, aggregate, 1 + random.nextInt(3));
            case 2 -> distinct(from, where, size);
            case 3 -> join(of("JOIN", "LEFT JOIN", "FULL JOIN"), size);
            case 4 -> session(from, aggregate, size);
            default -> union(size);
        };
    }

    private String of(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String seconds(int count) {
        return "INTERVAL '" + count + "' SECOND";
    }

    private static String tumble(String from, String size) {
        return "TABLE(TUMBLE(TABLE " + from + ", DESCRIPTOR(ts), " + size + "))";
    }

    /** Returns PostgreSQL's expression for the start of the window of a time. */
    private static String start(String time, String size) {
        return "date_bin(" + size + ", " + time + ", timestamp '1970-01-01')";
    }

    private static Both tumbling(String from, String where, String aggregate, String size) {
        return new Both(
                "SELECT window_start, k, COUNT(*), %s FROM %s%s GROUP BY window_start, window_end, k"
                        .formatted(aggregate, tumble(from, size), where),
                "SELECT %s, k, COUNT(*), %s FROM %s%s GROUP BY 1, 2"
                        .formatted(start("ts", size), aggregate, from, where));
    }

    private Both hopping(String from, String where, String aggregate, int slideSeconds) {
        String slide = seconds(slideSeconds);
        String size = seconds(slideSeconds * (2 + random.nextInt(3)));
        String last = start("ts", slide);
        return new Both(
                "SELECT window_start, k, COUNT(*), %s FROM TABLE(HOP(TABLE %s, DESCRIPTOR(ts), %s, %s))%s GROUP BY window_start, window_end, k"
                        .formatted(aggregate, from, slide, size, where),
                "SELECT h, k, COUNT(*), %s FROM %s, generate_series(%s - (%s - %s), %s, %s) h%s GROUP BY 1, 2"
                        .formatted(aggregate, from, last, size, slide, last, slide, where));
    }

    private static Both distinct(String from, String where, String size) {
        return new Both(
                "SELECT DISTINCT window_end, k, CAST(1 AS BIGINT), CAST(MOD(id, 4) AS BIGINT) FROM %s%s"
                        .formatted(tumble(from, size), where),
                "SELECT DISTINCT %s + %s, k, 1, MOD(id, 4) FROM %s%s"
                        .formatted(start("ts", size), size, from, where));
    }

    private static Both join(String kind, String size) {
        String columns = "COALESCE(l.k, r.k), CAST(l.id AS BIGINT), CAST(r.id AS BIGINT)";
        return new Both(
                """
                SELECT COALESCE(l.window_start, r.window_start), %s FROM %s l %s %s r
                    ON l.window_start = r.window_start AND l.window_end = r.window_end
                    AND l.k = r.k AND l.v = r.v"""
                        .formatted(columns, tumble("s0", size), kind, tumble("w1", size)),
                "SELECT COALESCE(%2$s, %3$s), %1$s FROM s0 l %4$s w1 r ON %2$s = %3$s AND l.k = r.k AND l.v = r.v"
                        .formatted(columns, start("l.ts", size), start("r.ts", size), kind));
    }

    private static Both session(String from, String aggregate, String gap) {
        return new Both(
                "SELECT window_start, k, COUNT(*), %s FROM TABLE(SESSION(TABLE %s, DESCRIPTOR(ts), DESCRIPTOR(k), %s)) GROUP BY window_start, window_end, k"
                        .formatted(aggregate, from, gap),
                """
                SELECT MIN(ts), k, COUNT(*), %s
                FROM (SELECT *, SUM(first) OVER (PARTITION BY k ORDER BY ts, id) session
                    FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY k ORDER BY ts, id) < %s
                        THEN 0 ELSE 1 END first FROM %s) f) s
                GROUP BY k, session"""
                        .formatted(aggregate, gap, from));
    }

    /** Two levels of groups, of which the second adds those of both streams. */
    private static Both union(String size) {
        String counts =
                "SELECT window_start w, k, COUNT(*) n, MIN(id) x, window_end FROM %s GROUP BY window_start, window_end, k";
        return new Both(
                "SELECT w, k, SUM(n), MIN(x) FROM (%s UNION ALL %s) u GROUP BY w, window_end, k"
                        .formatted(
                                counts.formatted(tumble("s0", size)),
                                counts.formatted(tumble("w1", size))),
                "SELECT %s, k, COUNT(*), MIN(id) FROM (SELECT id, k, ts FROM s0 UNION ALL SELECT id, k, ts FROM w1) u GROUP BY 1, 2"
                        .formatted(start("ts", size)));
    }
}
