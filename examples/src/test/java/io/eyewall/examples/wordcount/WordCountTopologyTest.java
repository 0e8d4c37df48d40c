package io.eyewall.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.LocalCluster;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WordCountTopologyTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void countsEveryWordAndEndsItself(int parallelism) throws Exception {
        Random random = new Random(1);
        Map<String, Long> expected = new HashMap<>();
        List<String> files = new ArrayList<>();
        for (int file = 0; file < 3; file++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 5000; i++) {
                String word = "word" + (int) Math.abs(random.nextGaussian() * 100);
                expected.merge(word, 1L, Long::sum);
                text.append(word).append(i % 9 == 8 ? "\n" : " ");
            }
            files.add(Files.writeString(directory.resolve("f" + file), text).toString());
        }
        Path output = directory.resolve("counts");

        try (LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology(
                    "wordcount",
                    WordCountTopology.conf(),
                    WordCountTopology.builder(files, output.toString(), parallelism)
                            .createTopology());
            long deadlineNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!cluster.getTopologySummaries().isEmpty() && System.nanoTime() < deadlineNs) {
                Thread.sleep(5);
            }
            assertThat(cluster.getTopologySummaries()).isEmpty();
        }

        Map<String, Long> counts = new HashMap<>();
        List<String> lines = Files.readAllLines(output);
        for (String line : lines) {
            counts.put(line.split("\t")[1], Long.valueOf(line.split("\t")[0]));
        }
        assertThat(counts).isEqualTo(expected);
        assertThat(lines)
                .isSortedAccordingTo(
                        (a, b) ->
                                Long.compare(
                                        Long.parseLong(b.split("\t")[0]),
                                        Long.parseLong(a.split("\t")[0])));
    }
}
