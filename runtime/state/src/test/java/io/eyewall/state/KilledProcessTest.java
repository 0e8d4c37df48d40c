package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.state.KeyValueState;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Other processes that use a database: killed, with a full disk, or concurrently. */
@NullUnmarked // JUnit sets the folder
@Timeout(300)
class KilledProcessTest {
    private static final int KILLS = 6;
    private static final int THREADS = 4;

    @TempDir Path folder;
    @TempDir Path copies;

    private Process start(List<String> before, Path state, int threads, int bytes, boolean sync)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CommittingProcess.class.getName(),
                        state.toString(),
                        String.valueOf(threads),
                        String.valueOf(bytes),
                        String.valueOf(sync)));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    @Test
    void whatWasCommittedOutlivesKillsInTheMiddleOfCommits() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Long> committed = new HashMap<>();
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start(List.of(), folder, THREADS, 2000, kill % 2 == 0);
            try (BufferedReader lines = output(process)) {
                int commits = 20 + random.nextInt(200);
                for (int i = 0; i < commits; i++) {
                    note(lines.readLine(), committed);
                }
                // Killed by its handle, so that the output until its death can still be read.
                process.toHandle().destroyForcibly();
                String line;
                while ((line = lines.readLine()) != null && line.matches("a-\\d+ \\d+")) {
                    note(line, committed);
                }
            } finally {
                process.destroyForcibly().waitFor();
            }

            Path copy = States.killedCopy(folder, copies.resolve("after" + kill));
            assertThat(committed).hasSize(THREADS);
            committed.forEach(
                    (state, number) ->
                            assertThat(last(copy, state))
                                    .as("%s after kill with seed %d", state, seed)
                                    .isGreaterThanOrEqualTo(number));
        }
    }

    private static void note(String line, Map<String, Long> committed) {
        assertThat(line).as("the process ended by itself").isNotNull();
        String[] words = line.split(" ", 2);
        committed.put(words[0], Long.parseLong(words[1]));
    }

    @SuppressWarnings("unchecked")
    private static long last(Path folder, String name) {
        KeyValueState<String, Long> state =
                (KeyValueState<String, Long>)
                        new RocksDbKeyValueStateProvider()
                                .newState(name, States.conf(folder), null);
        return state.get("n");
    }

    @Test
    void aSecondProcessIsToldThatTheFirstOneIsThere() throws Exception {
        Process process = start(List.of(), folder, 1, 10, false);
        try (BufferedReader lines = output(process)) {
            assertThat(lines.readLine()).isEqualTo("a-1 1");

            assertThatThrownBy(() -> States.open(folder, "a-1"))
                    .isInstanceOf(StateException.class)
                    .hasMessageContainingAll(
                            folder.resolve("t/rocksdb").toString(),
                            "in use by another process",
                            "eyewall.state.dir");
            assertThatThrownBy(() -> DatabaseOpening.open(folder.resolve("t/rocksdb")))
                    .as("asking does not end the lock")
                    .hasMessageContaining("in use by another process");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(last(folder, "a-1")).isPositive();
    }

    /** Simulates a full disk by the process's limit on file sizes. */
    @Test
    void aDiskWithoutRoomFailsTheCommitAndKeepsThoseBefore() throws Exception {
        String limited = "ulimit -f 18432; exec \"$@\"";
        Process process =
                start(List.of("bash", "-c", limited, "bash"), folder, 1, 5_000_000, false);
        Map<String, Long> committed = new HashMap<>();
        String line;
        try (BufferedReader lines = output(process)) {
            while ((line = lines.readLine()) != null && !line.contains("failed")) {
                note(line, committed);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }

        assertThat(line).contains("state in " + folder.resolve("t/rocksdb"), "write failed");
        assertThat(last(folder, "a-1")).isGreaterThanOrEqualTo(committed.get("a-1"));
        assertThat(Files.exists(folder.resolve("t/rocksdb/COMMITS"))).isTrue();
    }
}
