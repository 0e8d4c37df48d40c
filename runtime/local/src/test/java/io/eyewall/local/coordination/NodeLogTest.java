package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLogTest {
    private static final int MAGIC_BYTES = 8;
    private static final int HEADER_BYTES = 12;

    @SuppressWarnings("NullAway.Init") // JUnit's
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("nodes.log");
    }

    private NodeLog open() throws IOException {
        return NodeLog.open(file(), false, 1 << 20, new FailingDisk());
    }

    private static Map<String, String> texts(Map<String, byte @Nullable []> nodes) {
        Map<String, String> texts = new TreeMap<>();
        nodes.forEach(
                (path, data) -> texts.put(path, data == null ? null : new String(data, UTF_8)));
        return texts;
    }

    private Path mark() {
        return folder.resolve("nodes.log.mark");
    }

    private Map<String, String> reopened() throws IOException {
        try (NodeLog log = open()) {
            return texts(log.nodes());
        }
    }

    /**
     * Makes changes, and records the length of the file and the nodes after each.
     *
     * @return the nodes by length of the file; the first length is that of an empty log
     */
    private NavigableMap<Long, Map<String, String>> history(NodeLog log, int changes, Random random)
            throws IOException {
        NavigableMap<Long, Map<String, String>> history = new TreeMap<>();
        history.put(Files.size(file()), texts(log.nodes()));
        for (int i = 0; i < changes; i++) {
            String path = "/batch/" + random.nextInt(5);
            if (random.nextInt(3) == 0) {
                log.delete(path);
            } else {
                log.put(path, random.nextInt(8) == 0 ? null : ("state " + i).getBytes(UTF_8));
            }
            history.put(Files.size(file()), texts(log.nodes()));
        }
        return history;
    }

    /** The files that a killed process leaves, and the history of its log. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Left(NavigableMap<Long, Map<String, String>> history, byte[] log, byte[] mark) {}

    private Left killedAfter(int changes, Random random) throws IOException {
        try (NodeLog log = open()) {
            NavigableMap<Long, Map<String, String>> history = history(log, changes, random);
            return new Left(history, Files.readAllBytes(file()), Files.readAllBytes(mark()));
        }
    }

    private void leave(byte[] log, byte[] mark) throws IOException {
        Files.write(file(), log);
        Files.write(mark(), mark);
    }

    @Test
    void findsWhatWasPutAndDeleted() throws IOException {
        try (NodeLog log = NodeLog.open(file(), true)) {
            log.put("/a", "1".getBytes(UTF_8));
            log.put("/a/b", null);
            log.put("/a/\u00fc", new byte[0]);
            log.put("/gone", "2".getBytes(UTF_8));
            log.delete("/gone");
            log.put("/a", "3".getBytes(UTF_8));
        }

        Map<String, String> expected = new TreeMap<>(Map.of("/a", "3", "/a/\u00fc", ""));
        expected.put("/a/b", null);
        assertThat(reopened()).isEqualTo(expected);
    }

    @Test
    void losesOnlyTheChangeThatACrashCutWhereverItCut() throws IOException {
        Left left = killedAfter(20, new Random(1));

        for (int length = MAGIC_BYTES; length <= left.log.length; length++) {
            leave(Arrays.copyOf(left.log, length), left.mark);
            Map<String, String> expected = left.history.floorEntry((long) length).getValue();
            assertThat(reopened()).as("cut to %d bytes", length).isEqualTo(expected);
            // The log can be continued.
            leave(Arrays.copyOf(left.log, length), left.mark);
            try (NodeLog log = open()) {
                log.put("/after", "x".getBytes(UTF_8));
            }
            assertThat(reopened()).as("after %d bytes", length).containsEntry("/after", "x");
        }
    }

    @Test
    void takesZerosAtTheEndForAChangeThatDidNotArrive() throws IOException {
        try (NodeLog log = open()) {
            log.put("/a", "1".getBytes(UTF_8));
        }
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length + 100));

        assertThat(reopened()).isEqualTo(Map.of("/a", "1"));
        assertThat(Files.size(file())).isEqualTo(whole.length);
    }

    /** Damage may be taken for a crash only in the last record. */
    @Test
    void refusesDamageBeforeTheLastChangeWhereverItIs() throws IOException {
        Left left = killedAfter(20, new Random(2));
        long lastRecord = Objects.requireNonNull(left.history.lowerKey((long) left.log.length));
        Random random = new Random(3);

        for (int at = 0; at < left.log.length; at++) {
            byte[] damaged = left.log.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            leave(damaged, left.mark);
            if (at < lastRecord) {
                assertThatThrownBy(this::reopened)
                        .as("byte %d", at)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("nodes.log");
            } else if (at >= lastRecord + HEADER_BYTES) {
                assertThat(reopened()).as("byte %d", at).isEqualTo(left.history.get(lastRecord));
            }
        }
    }

    @Test
    void refusesAFileOfAnotherKind() throws IOException {
        Files.writeString(file(), "something else altogether");

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("nodes.log", "eyewall.state.dir");
    }

    @Test
    void staysSmallHoweverManyChanges() throws IOException {
        long leastBytesToCompact = 2_000;
        List<Long> sizes = new ArrayList<>();
        Map<String, String> last;
        try (NodeLog log = NodeLog.open(file(), false, leastBytesToCompact, new FailingDisk())) {
            Random random = new Random(4);
            for (int i = 0; i < 100; i++) {
                history(log, 20, random);
                sizes.add(Files.size(file()));
            }
            last = texts(log.nodes());
        }

        assertThat(sizes).allMatch(size -> size < 2 * leastBytesToCompact);
        assertThat(reopened()).isEqualTo(last);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(file(), mark());
        }
    }

    @Test
    void forgetsACompactionThatACrashInterrupted() throws IOException {
        try (NodeLog log = open()) {
            log.put("/a", "1".getBytes(UTF_8));
        }
        Files.writeString(folder.resolve("nodes.log.new"), "half");

        assertThat(reopened()).isEqualTo(Map.of("/a", "1"));
        assertThat(folder.resolve("nodes.log.new")).doesNotExist();
    }

    private void putGolden(String resource, Path file) throws IOException {
        try (InputStream golden = NodeLogTest.class.getResourceAsStream(resource)) {
            Files.write(file, Objects.requireNonNull(golden).readAllBytes());
        }
    }

    private static Map<String, String> golden() {
        Map<String, String> expected =
                new TreeMap<>(
                        Map.of(
                                "/transactional/words/coordinator/currtx", "7",
                                "/transactional/words/coordinator/meta", "{\"offset\":12}"));
        expected.put("/transactional", null);
        return expected;
    }

    @Test
    void readsTheGoldenFile() throws IOException {
        putGolden("nodes-2.bin", file());
        putGolden("nodes-2.bin.mark", mark());

        assertThat(reopened()).isEqualTo(golden());
    }

    /** A log of the older format has no mark; opening it writes one. */
    @Test
    void readsTheGoldenFileOfTheFirstVersion() throws IOException {
        putGolden("nodes-1.bin", file());

        assertThat(reopened()).isEqualTo(golden());
        assertThat(reopened()).isEqualTo(golden());
        assertThat(mark()).exists();
        assertThat(Files.readAllBytes(file())).startsWith("EYWNODE2".getBytes(UTF_8));
    }
}
