package io.eyewall.connectors.kill;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.connectors.jdbc.JdbcSink;
import io.eyewall.connectors.jdbc.JdbcSource;
import io.eyewall.connectors.kafka.KafkaSink;
import io.eyewall.connectors.kafka.KafkaSource;
import io.eyewall.connectors.s3.S3Bucket;
import io.eyewall.connectors.s3.S3Sink;
import io.eyewall.connectors.server.S3Server;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import io.eyewall.toolkit.file.FolderSink;
import io.eyewall.toolkit.file.TailSource;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.source.EventTime;
import io.eyewall.toolkit.source.SourceSpout;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Topologies with state that are killed. Lines {@code KEY NUMBER} become rows {@code (k, at,
 * total)}.
 */
enum SnapshotPipeline {
    /** A log, read twice as long as it is; windows of seven lines per key; every row once. */
    LOG_TO_ROWS,
    /** The same, into files of CSV. */
    LOG_TO_FOLDER,
    /** The same, into objects of CSV. */
    LOG_TO_BUCKET,
    /** A table; windows by event time; every row once. */
    TABLE_TO_ROWS,
    /** A topic of two partitions; running sums per key; one row per key and number. */
    TOPIC_TO_KEYS,
    /** A topic of two partitions; windows by event time; every message once, in another topic. */
    TOPIC_TO_TOPIC;

    static final FileFormat CSV = FileFormat.csv(Compression.none(), "k", "at", "total");
    static final int PER_SECOND = 6_000;
    static final int WINDOW = 100;
    static final int PER_WINDOW = 7;

    /**
     * Returns the topology.
     *
     * @param from the log, the database or the Kafka server
     * @param to URL of the database that has the table {@code results}, the Kafka server that has
     *     the topic of that name, the folder, or the S3 server that has such a bucket
     */
    StormTopology topology(String from, String to) {
        FlowBuilder flows = new FlowBuilder();
        Flow<String> lines =
                flows.source(
                        "lines",
                        source(from),
                        this == TOPIC_TO_KEYS ? 2 : 1,
                        SnapshotPipeline::line);
        Flow<Object[]> rows =
                switch (this) {
                    case LOG_TO_ROWS, LOG_TO_FOLDER, LOG_TO_BUCKET ->
                            lines.throttle("slow", PER_SECOND)
                                    .deDuplicate("once", line -> line, Bound.count(1_000_000))
                                    .keyBy(SnapshotPipeline::key)
                                    .tasks(2)
                                    .window(WindowSpec.tumbling(Bound.count(PER_WINDOW)))
                                    .evaluate(
                                            "windows",
                                            (key, values, out) ->
                                                    out.accept(
                                                            row(
                                                                    key,
                                                                    number(values.get(0)),
                                                                    sum(values))));
                    case TABLE_TO_ROWS, TOPIC_TO_TOPIC ->
                            lines.throttle(
                                            "slow",
                                            this == TABLE_TO_ROWS ? PER_SECOND : PER_SECOND / 4)
                                    .keyBy(SnapshotPipeline::key)
                                    .tasks(2)
                                    .fold("windows", new Sums(), false);
                    case TOPIC_TO_KEYS ->
                            lines.throttle("slow", PER_SECOND / 2)
                                    .keyBy(SnapshotPipeline::key)
                                    .tasks(2)
                                    .running(
                                            "sums",
                                            new long[2],
                                            (long[] sum, String line) ->
                                                    new long[] {sum[0] + 1, sum[1] + number(line)})
                                    .map(
                                            "rows",
                                            sum -> row(sum.key(), sum.value()[0], sum.value()[1]));
                };
        if (this == TOPIC_TO_TOPIC) {
            KafkaSink sink = KafkaSink.of(to, "results").transactional("results");
            rows.map("texts", row -> row[0] + "@" + row[1] + "=" + row[2]).to("sink", sink.build());
        } else {
            rows.to("sink", sink(to), row -> List.of(row), "k", "at", "total");
        }
        return flows.build();
    }

    private SinkBolt sink(String to) {
        return switch (this) {
            case LOG_TO_FOLDER -> FolderSink.of(Path.of(to), CSV).transactional("results").build();
            case LOG_TO_BUCKET ->
                    S3Sink.of(bucket(to), "out/", CSV).transactional("results").build();
            case TOPIC_TO_KEYS ->
                    JdbcSink.upsert(
                                    Database.of(to),
                                    "results",
                                    List.of("k", "at"),
                                    "k",
                                    "at",
                                    "total")
                            .build();
            default ->
                    JdbcSink.insert(Database.of(to), "results", "k", "at", "total")
                            .transactional("results")
                            .build();
        };
    }

    /** Returns the bucket of a server. */
    static S3Bucket bucket(String uri) {
        return S3Bucket.at(uri, "results", S3Server.KEY, S3Server.SECRET);
    }

    private SourceSpout source(String from) {
        Duration often = Duration.ofMillis(20);
        return switch (this) {
            case LOG_TO_ROWS, LOG_TO_FOLDER, LOG_TO_BUCKET ->
                    TailSource.of(Path.of(from), "line").commitEvery(often).build();
            case TABLE_TO_ROWS ->
                    JdbcSource.of(
                                    Database.of(from),
                                    "lines",
                                    "select id, line from lines",
                                    "id",
                                    "line")
                            .commitEvery(often)
                            .eventTime(byNumber())
                            .build();
            case TOPIC_TO_KEYS ->
                    KafkaSource.of(from, "killed", "lines")
                            .decode(Decoder.text("line"))
                            .commitEvery(often)
                            .build();
            case TOPIC_TO_TOPIC ->
                    KafkaSource.of(from, "killed", "lines")
                            .decode(Decoder.text("line"))
                            .commitEvery(often)
                            .property("max.partition.fetch.bytes", 1)
                            .eventTime(byNumber())
                            .build();
        };
    }

    private static EventTime byNumber() {
        return EventTime.of(values -> number((String) values.get(0)), Duration.ofMillis(50));
    }

    private static String line(Tuple tuple) {
        return tuple.getStringByField("line");
    }

    static String key(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    private static long sum(List<String> lines) {
        return lines.stream().mapToLong(SnapshotPipeline::number).sum();
    }

    private static Object[] row(@Nullable String key, long at, long total) {
        return new Object[] {Objects.requireNonNull(key), at, total};
    }

    /** Adds the numbers of a key in each hundred. */
    private record Sums() implements Fold<String, List<String>, Object[]> {
        @Override
        public long until(String line) {
            return (number(line) / WINDOW + 1) * WINDOW;
        }

        @Override
        public List<String> start(String first) {
            return new ArrayList<>();
        }

        @Override
        public void add(List<String> group, String line) {
            group.add(line);
        }

        @Override
        public void result(List<String> group, EachBolt.Out<Object[]> out) {
            out.accept(row(key(group.get(0)), until(group.get(0)), sum(group)));
        }
    }
}
