package io.eyewall.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.columnar.Columnar;
import io.eyewall.connectors.server.S3Server;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

class S3Test {
    private static final String SCHEMA =
            "{\"type\":\"record\",\"name\":\"Line\",\"fields\":["
                    + "{\"name\":\"value\",\"type\":\"string\"}]}";

    @Test
    void linesBecomeParquetAndAreReadAgain(@TempDir Path folder) throws Exception {
        try (S3Server server = new S3Server(folder)) {
            server.start();
            S3Bucket bucket = S3Bucket.at(server.uri(), "lines", S3Server.KEY, S3Server.SECRET);
            List<Object> expected = new ArrayList<>();
            try (S3Client client = bucket.connect()) {
                client.createBucket(request -> request.bucket("lines"));
                for (int object = 0; object < 5; object++) {
                    StringBuilder lines = new StringBuilder();
                    for (int i = 0; i < 50; i++) {
                        lines.append("line ").append(object).append(' ').append(i).append('\n');
                        expected.add("line " + object + " " + i);
                    }
                    put(client, "in/" + object, lines.toString());
                }
                Run.topology(
                        copy(bucket),
                        () ->
                                Await.until(
                                        "all", () -> Collect.firstsOf("s3").containsAll(expected)));
                put(client, "in/5", "one more\n");
                Run.topology(
                        copy(bucket),
                        () -> {
                            Await.until("more", () -> Collect.firstsOf("s3").contains("one more"));
                            put(client, "out/zzz.parquet", "no Parquet"); // behind all others
                            Await.until("a dead letter", () -> !Collect.of("s3-dead").isEmpty());
                        });
            }
            expected.add("one more");
            assertThat(Set.copyOf(Collect.firstsOf("s3"))).isEqualTo(Set.copyOf(expected));
            assertThat(Collect.of("s3-dead").get(0).get(0))
                    .asString()
                    .startsWith("the rest can't be read");
            assertThat(Collect.of("s3-dead").get(0).get(1)).isEqualTo("lines/out/zzz.parquet@0");
        }
    }

    private static void put(S3Client client, String key, String text) {
        client.putObject(request -> request.bucket("lines").key(key), RequestBody.fromString(text));
    }

    private static StormTopology copy(S3Bucket bucket) {
        TopologyBuilder builder = new TopologyBuilder();
        FileFormat parquet = Columnar.parquet(SCHEMA);
        builder.setSpout(
                "in",
                S3Source.of(bucket, "copy", "in/", FileFormat.lines("value", Compression.none()))
                        .listEvery(Duration.ofMillis(100))
                        .build(),
                2);
        builder.setBolt(
                        "out",
                        S3Sink.of(bucket, "out/", parquet)
                                .batch(100, Duration.ofMillis(100))
                                .build())
                .shuffleGrouping("in");
        builder.setSpout(
                "parquet",
                S3Source.of(bucket, "see", "out/", parquet)
                        .listEvery(Duration.ofMillis(100))
                        .build());
        builder.setBolt("see", new Collect("s3")).shuffleGrouping("parquet");
        builder.setBolt("dead", new Collect("s3-dead"))
                .shuffleGrouping("parquet", DeadLetters.STREAM);
        return builder.createTopology();
    }
}
