package io.eyewall.examples.trident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TridentWordCountTopologyTest {
    private static final int PARTITIONS = 3;
    private static final int WORDS_IN_A_SENTENCE = 3;

    @TempDir Path folder;

    private static Map<String, Long> expected(int sentences) {
        Map<String, Long> counts = new TreeMap<>();
        for (int part = 0; part < PARTITIONS; part++) {
            for (int at = 0; at < sentences; at++) {
                for (String word : SentenceSpout.sentence(part, at).split(" ")) {
                    counts.merge(word, 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    private Path counts() {
        return folder.resolve("counts");
    }

    private Map<String, Long> counted() {
        Map<String, Long> counted = new TreeMap<>();
        if (!Files.exists(counts())) {
            return counted;
        }
        try (var files = Files.list(counts())) {
            files.filter(file -> !file.toString().endsWith(".new"))
                    .forEach(
                            file ->
                                    FileMap.read(file)
                                            .forEach((word, v) -> counted.put(word, v.getVal())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return counted;
    }

    private long total() {
        return counted().values().stream().mapToLong(Long::longValue).sum();
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + Duration.ofMinutes(3).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("not within three minutes: " + what);
            }
            Thread.sleep(5);
        }
    }

    @Test
    void goesOnWhenItIsSubmittedAgain() throws Exception {
        Config conf = TridentWordCountTopology.configuration();
        conf.put("eyewall.state.dir", folder.resolve("state").toString());
        for (int sentences : new int[] {300, 700}) {
            try (LocalCluster cluster = new LocalCluster()) {
                cluster.submitTopology(
                        "again",
                        conf,
                        TridentWordCountTopology.topology(
                                PARTITIONS, sentences, new FileMap.Factory(counts().toString())));
                long all = (long) PARTITIONS * sentences * WORDS_IN_A_SENTENCE;
                await("all words", () -> total() >= all);
            }
            assertThat(counted()).isEqualTo(expected(sentences));
        }
    }
}
