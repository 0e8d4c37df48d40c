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
import java.util.function.UnaryOperator;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the process again and again, with SIGKILL, in the middle of its checkpoints. {@code
 * -Deyewall.kills=N} asks for another number of kills, {@code -Deyewall.kill.seed=N} for the same
 * moments again.
 */
@Tag("complete")
@Timeout(600)
class StatefulCountKillTest {
    private static final int OFFSETS_PER_KILL = 500;

    /** Left for the last process, so that no other comes to the end before it is killed. */
    private static final int OFFSETS_LEFT = 5_000;

    private static final int TASKS = 30;

    @TempDir Path folder;

    @Test
    void countsEveryWordOnceThroughManyKills() throws Exception {
        long limit = killAgainAndAgain("count", 3);

        assertThat(savedCounts("count", CountChain.WORDS)).isEqualTo(expected(limit, word -> word));
    }

    /** A checkpoint that had a tuple in one bolt but not in the next would show in the counts. */
    @Test
    void aChainOfCountsIsExactThroughManyKills() throws Exception {
        long limit = killAgainAndAgain("chain", 8);

        assertThat(savedCounts("chain", CountChain.WORDS)).isEqualTo(expected(limit, word -> word));
        assertThat(savedCounts("chain", CountChain.TENS))
                .isEqualTo(expected(limit, CountChain::ten));
        assertThat(savedCounts("chain", CountChain.PARITIES))
                .isEqualTo(expected(limit, word -> CountChain.parity(CountChain.ten(word))));
    }

    private static Map<String, Long> expected(long limit, UnaryOperator<String> group) {
        Map<String, Long> expected = new TreeMap<>();
        for (long offset = 0; offset < limit; offset++) {
            expected.merge(group.apply(OffsetSpout.word(offset)), 1L, Long::sum);
        }
        return expected;
    }

    /**
     * Runs a topology to its end, through kills at seeded moments.
     *
     * @return how many words it counted
     */
    private long killAgainAndAgain(String topology, int usually) throws Exception {
        int kills = Integer.getInteger("eyewall.kills", usually);
        long limit = (long) OFFSETS_PER_KILL * kills + OFFSETS_LEFT;
        long seed = Long.getLong("eyewall.kill.seed", System.nanoTime());
        System.out.println("-Deyewall.kill.seed=" + seed);
        Random random = new Random(seed);
        List<Long> reached = new ArrayList<>();
        for (int kill = 1; kill <= kills; kill++) {
            // Somewhere in the next part, not where it has just saved.
            long target = (long) OFFSETS_PER_KILL * kill;
            reached.add(runUntil(topology, limit, target, random.nextInt(150)));
        }
        reached.add(runUntil(topology, limit, limit, 0));

        assertThat(reached).as("every process went on where the last one was").isSorted();
        assertThat(reached).last().isEqualTo(limit);
        return limit;
    }

    /**
     * Runs a process until it has saved an offset, and kills it some time later.
     *
     * @return the last offset that it saved
     */
    private long runUntil(String topology, long limit, long offset, int thenMs)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountingProcess.class.getName(),
                                topology,
                                folder.toString(),
                                String.valueOf(limit))
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

    /** What the states of all tasks of a component hold. */
    @SuppressWarnings("unchecked")
    private Map<String, Long> savedCounts(String topology, String componentId) {
        Config conf = new Config();
        StatefulCountTopology.configure(conf, folder.toString());
        conf.put(Config.TOPOLOGY_NAME, "stateful-" + topology);
        Map<String, Long> counts = new TreeMap<>();
        for (int task = 1; task <= TASKS; task++) {
            KeyValueState<String, Long> state =
                    (KeyValueState<String, Long>)
                            new RocksDbKeyValueStateProvider()
                                    .newState(componentId + "-" + task, conf, null);
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
