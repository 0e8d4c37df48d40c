package io.eyewall.sql.compiler;

import io.eyewall.connectors.jdbc.JdbcSink;
import io.eyewall.connectors.kafka.KafkaSink;
import io.eyewall.connectors.redis.RedisSink;
import io.eyewall.sql.change.UpsertChanges;
import io.eyewall.sql.row.Column;
import io.eyewall.sql.row.RowEncoder;
import io.eyewall.sql.row.RowText;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.net.LineSink;
import io.eyewall.toolkit.sink.BlackholeSink;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.sink.SinkBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.tuple.Tuple;

/** Creates the bolt that writes a table from the table's options. */
final class Sinks {
    private static final String CONNECTORS = "file, stdout, kafka, redis, jdbc, blackhole";

    /**
     * How long a sink retries: practically for ever. A sink waits for a server that is down,
     * because nothing else in a query would retry.
     */
    private static final Duration RETRY_DURATION = Duration.ofDays(3650);

    /** The field that says whether a row is to be deleted, of tuples with a field per column. */
    static final String DELETION_FIELD = "(deletion)";

    private final List<Column> columns;
    private final Options options;

    /** Whether rows may be deleted; see {@link UpsertChanges}. */
    private final boolean deletes;

    /** The columns that identify a row of the table; empty: the table can't delete rows. */
    private List<Integer> keys = List.of();

    /**
     * @param deletes whether the bolt receives the output of {@link UpsertChanges} instead of rows
     */
    Sinks(Catalog catalog, Catalog.Defined table, boolean deletes) {
        this.columns = table.columns();
        this.options = new Options(catalog, table.statement());
        this.deletes = deletes;
    }

    /**
     * The bolt that writes a table.
     *
     * @param bolt the bolt
     * @param byColumn whether the bolt expects one field for each column
     * @param keys the columns that identify a row of the table; empty: it can't delete rows
     * @param takesChanges whether the bolt takes changes as they are
     */
    record Sink(SinkBolt bolt, boolean byColumn, List<Integer> keys, boolean takesChanges) {}

    Sink create() {
        String connector = options.required("connector", CONNECTORS);
        boolean byColumn = connector.equals("jdbc");
        SinkBolt created =
                switch (connector) {
                    case "file", "stdout" -> lineSink(connector);
                    case "kafka" -> kafka();
                    case "redis" -> redis();
                    case "jdbc" -> jdbc();
                    case "blackhole" -> new BlackholeSink().build();
                    default ->
                            throw options.error(
                                    "connector",
                                    "'"
                                            + connector
                                            + "' can't be written; there are "
                                            + CONNECTORS);
                };
        options.refuseUnknown();
        return new Sink(created, byColumn, keys, connector.equals("blackhole"));
    }

    /** Returns the bolt of a query without INSERT INTO, which prints its rows. */
    static SinkBolt printing(
            List<Column> columns, boolean json, Function<Encoder, LineSink> sinkFactory) {
        RowText text = new RowText(columns, -1, json, ',');
        LineSink sink = sinkFactory.apply(new RowEncoder(text, -1));
        return configured(json ? sink : sink.header(text.header())).build();
    }

    private static <B extends SinkBuilder<B>> B configured(B builder) {
        return builder.strict().retryFor(RETRY_DURATION);
    }

    private RowText rowText() {
        options.accept("idle-after-ms"); // for reading the table
        options.choice("on-error", "fail", "fail", "skip"); // for reading the table
        return options.rowText(columns, -1);
    }

    private SinkBolt lineSink(String connector) {
        RowText text = rowText();
        RowEncoder encoder = new RowEncoder(text, -1);
        boolean header = options.choice("header", "false", "true", "false").equals("true");
        LineSink sink =
                connector.equals("stdout")
                        ? LineSink.standardOutput(encoder)
                        : LineSink.file(
                                Path.of(options.required("path", "the path of a file")), encoder);
        return configured(header && !text.json() ? sink.header(text.header()) : sink).build();
    }

    private SinkBolt kafka() {
        RowText text = rowText();
        KafkaSink sink =
                KafkaSink.of(
                                options.required("servers", "host:port,..."),
                                options.required("topic", "a topic"))
                        .value(new RowEncoder(text, -1));
        String key = options.text("key", "");
        if (!key.isEmpty()) {
            int column = columnIndex("key", key);
            keys = List.of(column);
            sink.key(new RowEncoder(text, column));
        }
        if (deletes) {
            sink.deleteIf(Sinks::isDeletion);
        }
        for (Map.Entry<String, String> property : options.prefixed("property.").entrySet()) {
            sink.property(property.getKey(), property.getValue());
        }
        options.accept("group", "until-end"); // for reading the table
        String transactional = options.text("transactional", "");
        if (!transactional.isEmpty()) {
            sink.transactional(transactional);
        }
        return configured(sink).build();
    }

    private static boolean isDeletion(Tuple tuple) {
        return UpsertChanges.isDeletion((Object[]) tuple.getValueByField("value"));
    }

    private int columnIndex(String option, String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw options.error(option, "is '" + name + "', which is not a column of the table");
    }

    private SinkBolt redis() {
        String uri = options.required("uri", "redis://host:port");
        RowText text = rowText();
        RowEncoder value = new RowEncoder(text, -1);
        String list = options.text("list", "");
        String stream = options.text("stream", "");
        String channel = options.text("channel", "");
        String hash = options.text("hash", "");
        String field = options.text("field", "value");
        options.accept("group", "until-end"); // for reading the table
        if (!list.isEmpty()) {
            return configured(RedisSink.list(uri, list, value)).build();
        }
        if (!stream.isEmpty()) {
            return configured(RedisSink.stream(uri, stream, field, value)).build();
        }
        if (!channel.isEmpty()) {
            return configured(RedisSink.channel(uri, channel, value)).build();
        }
        if (!hash.isEmpty()) {
            int key =
                    columnIndex("key", options.required("key", "the column of the hash's fields"));
            keys = List.of(key);
            RedisSink sink = RedisSink.hash(uri, hash, new RowEncoder(text, key), value);
            return configured(deletes ? sink.deleteIf(Sinks::isDeletion) : sink).build();
        }
        throw options.error("list", "is missing; expected 'list', 'stream', 'channel' or 'hash'");
    }

    private SinkBolt jdbc() {
        String[] names = columns.stream().map(Column::name).toArray(String[]::new);
        String table = options.required("table", "a table of the database");
        String keyNames = options.text("keys", "");
        options.accept( // for reading the table
                "order-by", "name", "until-end", "on-error", "idle-after-ms");
        if (!keyNames.isEmpty()) {
            keys =
                    Arrays.stream(keyNames.split(",", -1))
                            .map(key -> columnIndex("keys", key.strip()))
                            .toList();
        }
        JdbcSink sink =
                keys.isEmpty()
                        ? JdbcSink.insert(options.database(), table, names)
                        : JdbcSink.upsert(
                                options.database(),
                                table,
                                keys.stream().map(key -> columns.get(key).name()).toList(),
                                names);
        if (deletes && !keys.isEmpty()) {
            sink.deleteIf(tuple -> Boolean.TRUE.equals(tuple.getValueByField(DELETION_FIELD)));
        }
        String transactional = options.text("transactional", "");
        if (!transactional.isEmpty()) {
            sink.transactional(transactional);
        }
        return configured(sink).build();
    }
}
