package io.eyewall.examples.trident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills the process of a Trident topology again and again, with SIGKILL, while several batches are
 * under way. {@code -Deyewall.kills=N} asks for another number of kills, {@code
 * -Deyewall.kill.seed=N} for the same moments again.
 */
@Tag("complete")
@Timeout(3_600)
class TridentKillTest {
    private static final int SENTENCES_PER_KILL = 300;
    private static final int WORDS_IN_A_SENTENCE = 3;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"opaque, 3, 1", "transactional, 3, 3"})
    void countsEveryWordOnce(String kind, String pending, String intervalMs) throws Exception {
        int kills = Integer.getInteger("eyewall.kills", 3);
        int sentences = SENTENCES_PER_KILL * (kills + 1);
        long wordsPerKill =
                (long) KilledProcess.PARTITIONS * SENTENCES_PER_KILL * WORDS_IN_A_SENTENCE;
        long seed = Long.getLong("eyewall.kill.seed", System.nanoTime());
        System.out.println("-Deyewall.kill.seed=" + seed);
        Random random = new Random(seed);
        List<String> arguments =
                List.of(kind, pending, intervalMs, String.valueOf(sentences), folder.toString());

        for (int kill = 1; kill <= kills; kill++) {
            killAfter(wordsPerKill * kill, random.nextInt(50), arguments);
        }
        // Whatever is counted twice would come instead of the last words, or after them.
        killAfter(wordsPerKill * (kills + 1), 500, arguments);

        assertThat(counted(kind)).isEqualTo(expected(sentences));
    }

    private static Map<String, Long> expected(int sentences) {
        Map<String, Long> counts = new TreeMap<>();
        for (int part = 0; part < KilledProcess.PARTITIONS; part++) {
            for (int at = 0; at < sentences; at++) {
                for (String word : SentenceSpout.sentence(part, at).split(" ")) {
                    counts.merge(word, 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    private Map<String, Long> counted(String kind) {
        Map<String, Long> counted = new TreeMap<>();
        Path counts = folder.resolve("counts");
        if (!Files.exists(counts)) {
            return counted;
        }
        try (var files = Files.list(counts)) {
            for (Path file : files.filter(file -> !file.toString().endsWith(".new")).toList()) {
                if (kind.equals("opaque")) {
                    OpaqueFileMap.read(file)
                            .forEach((word, value) -> counted.put(word, value.getCurr()));
                } else {
                    FileMap.read(file).forEach((word, value) -> counted.put(word, value.getVal()));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return counted;
    }

    /** Runs a process until so many words are counted, and kills it some time later. */
    private void killAfter(long words, int thenMs, List<String> arguments) throws Exception {
        Path log = folder.resolve("log");
        Process process = KilledProcess.start(arguments, log);
        try {
            long deadlineNs = System.nanoTime() + Duration.ofMinutes(3).toNanos();
            while (counted(arguments.get(0)).values().stream().mapToLong(Long::longValue).sum()
                    < words) {
                assertThat(process.isAlive() && System.nanoTime() < deadlineNs)
                        .as(() -> words + " words in time; its log: " + text(log))
                        .isTrue();
                Thread.sleep(5);
            }
            // Not to wait for anything, but to hit any phase of a batch.
            Thread.sleep(thenMs);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as("killed by signal 9").isEqualTo(128 + 9);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
