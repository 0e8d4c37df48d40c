package io.eyewall.examples.trident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
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

    /** The process that is killed. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws Exception {
            int sentences = Integer.parseInt(args[0]);
            Config conf = TridentWordCountTopology.configuration();
            conf.put("eyewall.state.dir", args[1]);
            LocalCluster cluster = new LocalCluster();
            cluster.submitTopology(
                    "killed",
                    conf,
                    TridentWordCountTopology.topology(
                            PARTITIONS, sentences, new FileMap.Factory(args[2])));
            Thread.currentThread().join();
        }
    }

    private Process child(int sentences) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        String.valueOf(sentences),
                        folder.resolve("state").toString(),
                        counts().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    @Test
    void countsEveryWordOnceWhenItsProcessIsKilledAgainAndAgain() throws Exception {
        int sentences = 6_000;
        long all = (long) PARTITIONS * sentences * WORDS_IN_A_SENTENCE;
        Random random = new Random(1);
        List<Long> atKills = new ArrayList<>();
        while (total() < all) {
            Process process = child(sentences);
            try {
                long before = total();
                long until = Math.min(all, before + random.nextInt((int) all / 6) + 1);
                await("more words", () -> total() >= until || !process.isAlive());
                assertThat(process.isAlive()).as("the child: see its log").isTrue();
            } finally {
                process.destroyForcibly(); // kill -9
                process.waitFor(1, TimeUnit.MINUTES);
            }
            atKills.add(total());
        }

        assertThat(counted()).isEqualTo(expected(sentences));
        assertThat(atKills).hasSizeGreaterThan(3);
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
