package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a disk that fails at any step, and processes that end at any step. */
class NodeLogFailureTest {
    private static final int CHANGES = 40;

    /** A threshold so low that the log is replaced several times. */
    private static final long MIN_BYTES_TO_COMPACT = 300;

    @SuppressWarnings("NullAway.Init") // JUnit's
    @TempDir
    Path folder;

    private int runs;

    private static Map<String, String> texts(Map<String, byte @Nullable []> nodes) {
        Map<String, String> texts = new TreeMap<>();
        nodes.forEach(
                (path, data) -> texts.put(path, data == null ? null : new String(data, UTF_8)));
        return texts;
    }

    private Path freshFile() throws IOException {
        return Files.createDirectory(folder.resolve("run-" + runs++)).resolve("nodes.log");
    }

    private static NodeLog open(Path file, NodeLogFile.Disk disk) throws IOException {
        return NodeLog.open(file, true, MIN_BYTES_TO_COMPACT, disk);
    }

    private static Map<String, String> reopened(Path file) throws IOException {
        try (NodeLog log = open(file, new FailingDisk())) {
            return texts(log.nodes());
        }
    }

    /** The nodes whose changes were confirmed, and those nodes with the unconfirmed change. */
    private static final class Told {
        private final Map<String, String> nodes = new TreeMap<>();
        private Map<String, String> perhaps = nodes;
        private boolean refused;

        /** Makes changes until one fails, or continues after failures. */
        void change(NodeLog log, boolean goOn) {
            Random random = new Random(1);
            for (int i = 0; i < CHANGES; i++) {
                String path = "/batch/" + random.nextInt(3);
                String data = random.nextInt(3) == 0 ? null : "state " + i;
                Map<String, String> after = new TreeMap<>(nodes);
                try {
                    if (data == null) {
                        after.remove(path);
                        log.delete(path);
                    } else {
                        after.put(path, data);
                        log.put(path, data.getBytes(UTF_8));
                    }
                    nodes.clear();
                    nodes.putAll(after);
                    perhaps = nodes;
                } catch (IOException e) {
                    refused = true;
                    perhaps = after;
                    if (!goOn) {
                        return;
                    }
                }
            }
        }
    }

    /** As when the process is killed: written bytes remain, and no more are written. */
    @Test
    void keepsWhatWasToldWhereverItsProcessEnds() throws IOException {
        int steps = Integer.MAX_VALUE;
        for (int end = 0; end < steps; end++) {
            Path file = freshFile();
            FailingDisk disk = new FailingDisk();
            disk.fail(end, Integer.MAX_VALUE);
            Told told = new Told();
            try {
                NodeLog log = open(file, disk);
                told.change(log, false);
            } catch (IOException e) {
                assertThat(disk.failures()).as("step %d", end).isPositive();
            }
            if (disk.failures() == 0) {
                steps = end;
            }

            assertThat(reopened(file)).as("step %d", end).isIn(told.nodes, told.perhaps);
        }
        assertThat(steps).isGreaterThan(2 * CHANGES);
    }

    /** As on a disk that is full for some time, or fails for some time. */
    @Test
    void keepsWhatWasToldWhateverFailsForAWhile() throws IOException {
        int refusals = 0;
        int steps = Integer.MAX_VALUE;
        for (int first = 0; first < steps; first++) {
            Path file = freshFile();
            FailingDisk disk = new FailingDisk();
            disk.fail(first, 1);
            Told told = new Told();
            try (NodeLog log = open(file, disk)) {
                told.change(log, true);
            } catch (IOException e) { // when it is opened or closed
                assertThat(disk.failures()).as("step %d", first).isEqualTo(1);
            }
            if (disk.failures() == 0) {
                steps = first;
            }
            refusals += told.refused ? 1 : 0;

            assertThat(reopened(file)).as("step %d", first).isIn(told.nodes, told.perhaps);
        }
        assertThat(refusals).isGreaterThan(CHANGES);
    }

    @Test
    void goesOnWhenThereIsRoomAgain() throws IOException {
        Path file = freshFile();
        FailingDisk disk = new FailingDisk();
        try (NodeLog log = open(file, disk)) {
            disk.fail(0, 1);
            assertThatThrownBy(() -> log.put("/a", "1".getBytes(UTF_8)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("nodes.log", "No space left");
            log.put("/b", "2".getBytes(UTF_8));
        }

        assertThat(reopened(file)).isEqualTo(Map.of("/b", "2"));
    }

    /** After such a failure, the contents of the disk are unknown. */
    @Test
    void takesNothingAfterAFailureToForce() throws IOException {
        FailingDisk disk = new FailingDisk();
        NodeLog log = open(freshFile(), disk);
        disk.fail(1, 1);
        assertThatThrownBy(() -> log.put("/a", "1".getBytes(UTF_8)))
                .hasMessageContainingAll("nodes.log", "No space left");

        assertThatThrownBy(() -> log.put("/b", "2".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("nodes.log", "no more changes", "submit");
        assertThatThrownBy(log::close).isInstanceOf(IOException.class);
    }
}
