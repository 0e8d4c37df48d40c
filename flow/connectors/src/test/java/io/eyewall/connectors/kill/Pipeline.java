package io.eyewall.connectors.kill;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.connectors.jdbc.JdbcSink;
import io.eyewall.connectors.kafka.KafkaSink;
import io.eyewall.connectors.kafka.KafkaSource;
import io.eyewall.connectors.redis.RedisSink;
import io.eyewall.connectors.redis.RedisSource;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.sink.SinkBolt;
import io.eyewall.toolkit.source.SourceSpout;
import java.time.Duration;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** Topologies that are killed: words from one server are counted, or copied, to another. */
enum Pipeline {
    KAFKA_TO_JDBC,
    KAFKA_TO_JDBC_AT_LEAST_ONCE,
    KAFKA_TO_KAFKA,
    REDIS_STREAM_TO_JDBC,
    REDIS_LIST_TO_LIST;

    private static final int TASKS = 2;
    private static final int BATCH = 20;

    /**
     * The topology.
     *
     * @param from address of the server that has the words, as {@code words}
     * @param to address of the server that gets them
     */
    StormTopology topology(String from, String to, Database database) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", spout(from), TASKS);
        builder.setBolt("out", bolt(to, database), TASKS)
                .fieldsGrouping("words", new Fields("word"));
        return builder.createTopology();
    }

    private SourceSpout spout(String from) {
        Duration often = Duration.ofMillis(20);
        return switch (this) {
            case KAFKA_TO_JDBC, KAFKA_TO_JDBC_AT_LEAST_ONCE, KAFKA_TO_KAFKA ->
                    KafkaSource.of(from, "killed", "words")
                            .decode(io.eyewall.toolkit.message.Decoder.text("word"))
                            .withPosition()
                            .commitEvery(often)
                            .build();
            case REDIS_STREAM_TO_JDBC ->
                    RedisSource.stream(from, "words", "killed", "word")
                            .decode(io.eyewall.toolkit.message.Decoder.text("word"))
                            .withPosition()
                            .commitEvery(often)
                            .build();
            case REDIS_LIST_TO_LIST ->
                    RedisSource.list(from, "words")
                            .decode(io.eyewall.toolkit.message.Decoder.text("word"))
                            .commitEvery(often)
                            .build();
        };
    }

    private SinkBolt bolt(String to, Database database) {
        Duration soon = Duration.ofMillis(50);
        JdbcSink counts =
                JdbcSink.statement(
                                database,
                                "insert into counts values (?, 1)"
                                        + " on conflict (word) do update set n = counts.n + 1",
                                "word")
                        .batch(BATCH, soon);
        return switch (this) {
            case KAFKA_TO_JDBC, REDIS_STREAM_TO_JDBC ->
                    counts.exactlyOnce("counts", "position").build();
            case KAFKA_TO_JDBC_AT_LEAST_ONCE -> counts.build();
            case KAFKA_TO_KAFKA ->
                    KafkaSink.of(to, "copies")
                            .value(Encoder.field("word"))
                            .batch(BATCH, soon)
                            .exactlyOnce("copies", "position")
                            .build();
            case REDIS_LIST_TO_LIST ->
                    RedisSink.list(to, "copies", Encoder.field("word")).batch(BATCH, soon).build();
        };
    }
}
