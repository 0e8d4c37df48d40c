package io.eyewall.sql.compiler;

import io.eyewall.connectors.jdbc.JdbcSource;
import io.eyewall.connectors.kafka.KafkaSource;
import io.eyewall.connectors.redis.RedisSource;
import io.eyewall.sql.row.Cells;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.Fill;
import io.eyewall.sql.row.RowDecoder;
import io.eyewall.sql.row.RowFormat;
import io.eyewall.sql.row.RowText;
import io.eyewall.toolkit.file.FileSource;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.source.EventTime;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import io.eyewall.toolkit.time.ProcessingTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the spout that reads a table from the table's options. */
final class Sources {
    private static final String CONNECTORS = "file, stdin, generator, kafka, redis, jdbc";

    private static final long UNLIMITED_ROWS = Long.MIN_VALUE;

    private final Catalog catalog;
    private final Catalog.Defined table;
    private final Options options;

    /** Creates the factory of one table's spout. */
    Sources(Catalog catalog, Catalog.Defined table) {
        this.catalog = catalog;
        this.table = table;
        this.options = new Options(catalog, table.statement());
    }

    /** Returns whether the source goes on where the last run of the script ended. */
    boolean resumes() {
        if (!table.isStream()) {
            return false;
        }
        return switch (options.required("connector", CONNECTORS)) {
            case "kafka", "redis", "jdbc" -> true;
            default -> false;
        };
    }

    SqlTable create() {
        String connector = options.required("connector", CONNECTORS);
        SqlTable created =
                switch (connector) {
                    case "file", "stdin" -> SqlTable.of(file(connector));
                    case "generator" -> SqlTable.of(generator());
                    case "kafka" -> SqlTable.of(kafka());
                    case "redis" -> SqlTable.of(redis());
                    case "jdbc" -> jdbc();
                    default ->
                            throw options.error(
                                    "connector",
                                    "'" + connector + "' can't be read; there are " + CONNECTORS);
                };
        options.refuseUnknown();
        int clockColumn = clockColumn();
        return table.isStream() || clockColumn < 0
                ? created
                : new SqlTable(
                        created.spout(),
                        tuple ->
                                withTime(
                                        created.row().value(tuple),
                                        clockColumn,
                                        ProcessingTime.nowMs()));
    }

    /**
     * Sets the options that all sources share. Pending messages have no limit: windows keep
     * messages pending until they are complete, and what follows a grouping or a sort does so until
     * the end of the input, which the source would not reach.
     */
    private <B extends SourceBuilder<B>> B configured(B builder) {
        return configured(builder, table, options);
    }

    /** Sets the shared options on a source that does not come from {@code WITH} options. */
    static <B extends SourceBuilder<B>> B configured(
            B builder, Catalog.Defined table, @Nullable Options options) {
        if (options == null || options.choice("on-error", "fail", "fail", "skip").equals("fail")) {
            builder.strict();
        }
        builder.maxPending(Integer.MAX_VALUE);
        int time = table.timeColumn();
        if (!table.isStream()) {
            return builder;
        }
        if (table.hasProcessingTime()) {
            builder.eventTime(
                    EventTime.clock(
                            (values, nowMs) ->
                                    List.of(
                                            (Object)
                                                    withTime(
                                                            (Object[]) values.get(0),
                                                            time,
                                                            nowMs))));
        } else if (time >= 0) {
            builder.eventTime(
                    eventTime(values -> (Long) ((Object[]) values.get(0))[time], table, options));
        }
        return builder;
    }

    /** Returns the event time of a stream with a WATERMARK. */
    private static EventTime eventTime(
            EventTime.Of of, Catalog.Defined table, @Nullable Options options) {
        EventTime time = EventTime.of(of, Duration.ofMillis(table.delayMs()));
        if (options == null) {
            return time;
        }
        long idleMs = options.number("idle-after-ms", EventTime.IDLE_AFTER.toMillis());
        if (idleMs < 1) {
            throw options.error("idle-after-ms", "is " + idleMs + "; expected a number from 1");
        }
        return time.idleAfter(Duration.ofMillis(idleMs));
    }

    private static Object[] withTime(Object[] row, int time, long nowMs) {
        Object[] copy = row.clone();
        copy[time] = nowMs;
        return copy;
    }

    private int clockColumn() {
        return table.hasProcessingTime() ? table.timeColumn() : -1;
    }

    private RowText rowText() {
        return options.rowText(table.columns(), clockColumn());
    }

    private SourceSpout file(String connector) {
        RowFormat format =
                new RowFormat(
                        rowText(),
                        options.choice("header", "false", "true", "false").equals("true"));
        return configured(
                        connector.equals("stdin")
                                ? FileSource.standardInput(format)
                                : FileSource.of(
                                        Path.of(options.required("path", "the path of a file")),
                                        format))
                .build();
    }

    private SourceSpout generator() {
        List<@Nullable Fill> fills = new ArrayList<>();
        for (Column column : table.columns()) {
            fills.add(fills.size() == clockColumn() ? null : fill(column.name()));
        }
        Generator generator =
                Generator.of(Fill.rows(table.columns(), fills, options.number("seed", 0)), "value");
        long rows = options.number("rows", UNLIMITED_ROWS);
        if (rows < 0 && rows != UNLIMITED_ROWS) {
            throw options.error("rows", "is " + rows + "; expected a number from 0");
        }
        if (rows < 0 && !table.isStream()) {
            throw catalog.error(
                    table.statement().offset(),
                    "table "
                            + table.statement().name()
                            + " has no end; give 'rows', or CREATE STREAM");
        }
        if (rows >= 0) {
            generator.count(rows);
        }
        long perSecond = options.number("rows-per-second", 0);
        if (perSecond < 0) {
            throw options.error(
                    "rows-per-second", "is " + perSecond + "; expected a number from 0");
        }
        if (perSecond > 0) {
            generator.perSecond((double) perSecond);
        }
        return configured(generator).build();
    }

    private Fill fill(String name) {
        boolean sequence =
                options.choice(name + ".kind", "random", "random", "sequence").equals("sequence");
        long min = options.number(name + ".min", 0);
        long max = options.number(name + ".max", Math.max(min, 99));
        if (max < min) {
            throw options.error(name + ".max", "is less than '" + name + ".min'");
        }
        return new Fill(sequence, min, max, options.number(name + ".step", 1));
    }

    private SourceSpout kafka() {
        String servers = options.required("servers", "host:port,...");
        String topic = options.required("topic", "a topic");
        options.accept("key", "transactional"); // for writing the table
        KafkaSource source =
                table.isStream()
                        ? KafkaSource.of(
                                servers, options.required("group", "a name for offsets"), topic)
                        : KafkaSource.anew(servers, topic).untilEnd();
        if (table.isStream() && endsAfterReading()) {
            source.untilEnd();
        }
        for (Map.Entry<String, String> property : options.prefixed("property.").entrySet()) {
            source.property(property.getKey(), property.getValue());
        }
        return configured(source.decode(new RowDecoder(rowText()))).build();
    }

    private boolean endsAfterReading() {
        return options.choice("until-end", "false", "true", "false").equals("true");
    }

    private SourceSpout redis() {
        if (!table.isStream()) {
            throw options.error(
                    "connector",
                    "redis removes what is read, so the table must be a stream: CREATE STREAM");
        }
        String uri = options.required("uri", "redis://host:port");
        String list = options.text("list", "");
        String stream = options.text("stream", "");
        String channel = options.text("channel", "");
        RedisSource source;
        if (!list.isEmpty()) {
            source = RedisSource.list(uri, list);
        } else if (!stream.isEmpty()) {
            source =
                    RedisSource.stream(
                            uri,
                            stream,
                            options.required("group", "a group of consumers"),
                            options.text("field", "value"));
        } else if (!channel.isEmpty()) {
            source = RedisSource.channels(uri, channel);
        } else {
            throw options.error("list", "is missing; expected 'list', 'stream' or 'channel'");
        }
        if (channel.isEmpty() && endsAfterReading()) {
            source.untilEnd();
        }
        return configured(source.decode(new RowDecoder(rowText()))).build();
    }

    private SqlTable jdbc() {
        if (table.hasProcessingTime()) {
            throw options.error("connector", "jdbc does not support a PROCTIME() column");
        }
        if (options.choice("on-error", "fail", "fail", "skip").equals("skip")) {
            throw options.error(
                    "on-error",
                    "jdbc cannot skip rows; name a view in 'table' that leaves them out");
        }
        List<Column> columns = table.columns();
        String[] names = columns.stream().map(Column::name).toArray(String[]::new);
        String from = options.required("table", "a table of the database");
        String order = options.required("order-by", "an integer column that grows");
        options.accept("keys", "transactional"); // for writing the table
        String query = "select * from " + from;
        JdbcSource source =
                table.isStream()
                        ? JdbcSource.of(
                                options.database(),
                                options.required("name", "a name for the stored position"),
                                query,
                                order,
                                names)
                        : JdbcSource.anew(options.database(), query, order, names).untilEnd();
        if (table.isStream() && endsAfterReading()) {
            source.untilEnd();
        }
        int time = table.timeColumn();
        configured(source);
        if (table.isStream() && time >= 0) {
            source.eventTime(
                    eventTime(values -> (Long) Cells.toRow(columns, values)[time], table, options));
        }
        return new SqlTable(source.build(), tuple -> Cells.toRow(columns, tuple.getValues()));
    }
}
