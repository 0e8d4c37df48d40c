package io.eyewall.examples.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.state.RocksDbKeyValueStateProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process again and again, with SIGKILL, in the middle of its checkpoints. */
@Timeout(600)
class StatefulCountKillTest {
    private static final long LIMIT = 15_000;
    private static final int KILLS = 6;

    @TempDir Path folder;

    @Test
    void countsEveryWordOnceThroughManyKills() throws Exception {
        long seed = Long.getLong("eyewall.kill.seed", System.nanoTime());
        System.out.println("-Deyewall.kill.seed=" + seed);
        Random random = new Random(seed);
        List<Long> reached = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            // Somewhere in the next part, not where it has just saved.
            long target = LIMIT * kill / (KILLS + 1);
            reached.add(runUntil(target, random.nextInt(150)));
        }
        reached.add(runUntil(LIMIT, 0));

        assertThat(reached).as("every process went on where the last one was").isSorted();
        assertThat(reached).last().isEqualTo(LIMIT);
        Map<String, Long> expected = new TreeMap<>();
        for (long offset = 0; offset < LIMIT; offset++) {
            expected.merge(OffsetSpout.word(offset), 1L, Long::sum);
        }
        assertThat(savedCounts()).isEqualTo(expected);
    }

    /**
     * Runs a process until it has saved an offset, and kills it some time later.
     *
     * @return the last offset that it saved
     */
    private long runUntil(long offset, int thenMs) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountingProcess.class.getName(),
                                folder.toString(),
                                String.valueOf(LIMIT))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        long saved = -1;
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while (saved < offset && (line = lines.readLine()) != null) {
                if (!line.startsWith("started")) {
                    saved = Long.parseLong(line);
                }
            }
            assertThat(saved).as("the process ended by itself").isGreaterThanOrEqualTo(offset);
            // Not to wait for anything, but to hit any phase of a checkpoint.
            Thread.sleep(thenMs);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as("killed by signal 9").isEqualTo(128 + 9);
        return saved;
    }

    /** What the states of all tasks hold, added up. */
    @SuppressWarnings("unchecked")
    private Map<String, Long> savedCounts() {
        Config conf = new Config();
        StatefulCountTopology.configure(conf, folder.toString());
        conf.put(Config.TOPOLOGY_NAME, "stateful-count");
        Map<String, Long> counts = new TreeMap<>();
        for (int task = 1; task <= 10; task++) {
            KeyValueState<String, Long> state =
                    (KeyValueState<String, Long>)
                            new RocksDbKeyValueStateProvider()
                                    .newState(
                                            StatefulCountTopology.COUNTER + "-" + task, conf, null);
            for (Map.Entry<String, Long> entry : state) {
                if (entry.getKey().startsWith(ExactCountBolt.COUNT)) {
                    String word = entry.getKey().substring(ExactCountBolt.COUNT.length());
                    Long twice = counts.put(word, entry.getValue());
                    assertThat(twice).as("%s in two tasks", word).isNull();
                }
            }
        }
        return counts;
    }
}
