package io.eyewall.sql.speed;

import io.eyewall.sql.SqlLauncher;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.Fill;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.source.EventTime;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.generated.StormTopology;

/**
 * What is measured: a query, and the same by the fluent builder, as one would write it with classes
 * of one's own. Both have the same generator and write the same lines.
 */
enum Query {
    /** A filter and a projection; one row of a hundred is written. */
    FILTER(
            """
            INSERT INTO written SELECT id, amount * 2 + 1, kind FROM orders
            WHERE amount >= 90 AND MOD(id, 10) = 3;
            """,
            "id BIGINT, x BIGINT, kind VARCHAR") {
        @Override
        void flow(Flow<Order> orders, Path written) {
            orders.filter("where", order -> order.amount() >= 90 && order.id() % 10 == 3)
                    .map("select", order -> new Found(order.id(), order.amount() * 2 + 1, order))
                    .to("sink", sink(written));
        }
    },
    /** Sums of a window of 10 seconds, a thousand rows, by one of a hundred kinds. */
    WINDOW(
            """
            INSERT INTO written
            SELECT window_end, kind, COUNT(*), SUM(amount), MIN(amount)
            FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY window_start, window_end, kind;
            """,
            "w TIMESTAMP, kind VARCHAR, n BIGINT, total BIGINT, least BIGINT") {
        @Override
        void flow(Flow<Order> orders, Path written) {
            orders.keyBy(order -> new Group(windowEnd(order), order.kind()))
                    .fold("aggregate", new Sums(), false)
                    .to("sink", sink(written));
        }
    };

    private static final String ORDERS =
            """
            CREATE STREAM orders (id BIGINT NOT NULL, kind VARCHAR NOT NULL, amount BIGINT NOT NULL,
                ts TIMESTAMP NOT NULL, WATERMARK FOR ts)
            WITH ('connector' = 'generator', %s 'id.kind' = 'sequence', 'kind.max' = '99',
                'ts.kind' = 'sequence', 'ts.step' = '10');
            CREATE TABLE written (%s) WITH ('connector' = 'file', 'path' = '%s');
            """;

    /** The id of the source, in both. */
    static final String SOURCE = "orders-1";

    private static final long WINDOW_MS = 10_000;

    private final String query;
    private final String columns;

    Query(String query, String columns) {
        this.query = query;
        this.columns = columns;
    }

    abstract void flow(Flow<Order> orders, Path written);

    /**
     * By SQL.
     *
     * @param rows how many; 0 for no end
     */
    StormTopology bySql(long rows, Path written) {
        String count = rows == 0 ? "" : "'rows' = '" + rows + "',";
        Map<String, Object> compiled =
                new SqlLauncher()
                        .apply(
                                Map.of(
                                        "file",
                                        name(),
                                        "script",
                                        ORDERS.formatted(count, columns, written) + query,
                                        "parallelism",
                                        "1",
                                        "json",
                                        "false"));
        if (compiled.get("topology") instanceof StormTopology topology) {
            return topology;
        }
        throw new IllegalStateException(String.valueOf(compiled.get("error")));
    }

    /** By the fluent builder. */
    StormTopology byHand(long rows, Path written) {
        Fill sequence = new Fill(true, 0, 0, 1);
        Fill random = new Fill(false, 0, 99, 1);
        Generator.Values values =
                Fill.rows(
                        List.of(
                                new Column("id", Column.Kind.BIGINT, Column.ANY_SIZE, 0, true),
                                new Column("kind", Column.Kind.TEXT, Column.ANY_SIZE, 0, true),
                                new Column("amount", Column.Kind.BIGINT, Column.ANY_SIZE, 0, true),
                                new Column("ts", Column.Kind.TIMESTAMP, Column.ANY_SIZE, 0, true)),
                        List.of(sequence, random, random, new Fill(true, 0, 99, 10)),
                        0);
        Generator generator =
                Generator.of(values, "value")
                        .strict()
                        .maxPending(Integer.MAX_VALUE)
                        .eventTime(
                                EventTime.of(
                                        row -> (Long) ((Object[]) row.get(0))[3], Duration.ZERO));
        if (rows > 0) {
            generator.count(rows);
        }
        FlowBuilder flows = new FlowBuilder();
        flow(
                flows.source(
                        SOURCE, generator.build(), tuple -> Order.of((Object[]) tuple.getValue(0))),
                written);
        return flows.build();
    }

    private static long windowEnd(Order order) {
        return Math.floorDiv(order.time(), WINDOW_MS) * WINDOW_MS + WINDOW_MS;
    }

    private static io.eyewall.toolkit.sink.SinkBolt sink(Path written) {
        Encoder text =
                tuple -> tuple.getValueByField("value").toString().getBytes(StandardCharsets.UTF_8);
        return LineSink.file(written, text).strict().build();
    }

    /** What a hand-written program makes of a row. */
    record Order(long id, String kind, long amount, long time) implements Serializable {
        static Order of(Object[] row) {
            return new Order((Long) row[0], (String) row[1], (Long) row[2], (Long) row[3]);
        }
    }

    private record Found(long id, long x, String kind) implements Serializable {
        Found(long id, long x, Order order) {
            this(id, x, order.kind());
        }

        @Override
        public String toString() {
            return id + "," + x + "," + kind;
        }
    }

    private record Group(long windowEnd, String kind) implements Serializable {}

    private record Sum(long windowEnd, String kind, long count, long total, long least)
            implements Serializable {
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

        @Override
        public String toString() {
            return TIME.format(Instant.ofEpochMilli(windowEnd))
                    + ","
                    + kind
                    + ","
                    + count
                    + ","
                    + total
                    + ","
                    + least;
        }
    }

    /** The aggregates. */
    private static final class Sums implements Fold<Order, Sums.So, Sum> {
        private static final long serialVersionUID = 1L;

        /** Of a group so far. */
        private static final class So {
            private final Order first;
            private long count;
            private long total;
            private long least = Long.MAX_VALUE;

            So(Order first) {
                this.first = first;
            }
        }

        @Override
        public long until(Order order) {
            return windowEnd(order);
        }

        @Override
        public So start(Order first) {
            return new So(Objects.requireNonNull(first));
        }

        @Override
        public void add(So so, Order order) {
            so.count++;
            so.total += order.amount();
            so.least = Math.min(so.least, order.amount());
        }

        @Override
        public void result(So so, EachBolt.Out<Sum> out) {
            out.accept(new Sum(windowEnd(so.first), so.first.kind(), so.count, so.total, so.least));
        }
    }
}
