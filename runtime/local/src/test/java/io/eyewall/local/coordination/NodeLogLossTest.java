package io.eyewall.local.coordination;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests logs and marks that were lost, cut or exchanged. */
class NodeLogLossTest {
    @SuppressWarnings("NullAway.Init") // JUnit's
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("nodes.log");
    }

    private Path mark() {
        return folder.resolve("nodes.log.mark");
    }

    private static void open(Path file) throws IOException {
        NodeLog.open(file, false).close();
    }

    private static void run(Path file, String state) throws IOException {
        try (NodeLog log = NodeLog.open(file, false)) {
            log.put("/a", null);
            log.put("/a/currtx", state.getBytes(UTF_8));
        }
    }

    @BeforeEach
    void wasUsedOnce() throws IOException {
        run(file(), "7");
    }

    private void refused(String... because) {
        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("nodes.log", "which batches were processed", "restore")
                .hasMessageContainingAll(because);
    }

    @Test
    void refusesWhenItIsGone() throws IOException {
        Files.delete(file());

        refused("is missing or empty");
        assertThat(file()).doesNotExist();
    }

    @Test
    void refusesWhenItIsEmptied() throws IOException {
        Files.write(file(), new byte[0]);

        refused("is missing or empty");
    }

    @Test
    void refusesAnEmptyLogThatTookChangesUntilItsProcessWasKilled() throws IOException {
        Path other = folder.resolve("other.log");
        try (NodeLog log = NodeLog.open(other, false)) {
            log.put("/a", null);
            byte[] atKill = Files.readAllBytes(folder.resolve("other.log.mark"));
            Files.write(mark(), atKill);
        }
        Files.delete(file());

        refused("is missing or empty");
    }

    @Test
    void refusesWhenItsEndIsMissing() throws IOException {
        byte[] whole = Files.readAllBytes(file());
        for (int length = 1; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            refused("was cut to " + length, String.valueOf(whole.length));
        }
    }

    @Test
    void refusesAnotherOnesLog() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other")).resolve("nodes.log");
        run(other, "8");
        run(other, "9");
        Files.write(file(), Files.readAllBytes(other));

        refused("older, or another file");
    }

    @Test
    void refusesAnOlderCopyThatWasPutBackAlone() throws IOException {
        byte[] older = Files.readAllBytes(file());
        run(file(), "8");
        Files.write(file(), older);

        refused("was cut to");
    }

    @Test
    void refusesALogThatWasCopiedWithoutItsMark() throws IOException {
        Files.delete(mark());

        refused("mark");
    }

    @Test
    void refusesADamagedMark() throws IOException {
        byte[] whole = Files.readAllBytes(mark());
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(mark(), damaged);
            refused("nodes.log.mark is damaged");
        }
        for (int length = 0; length < whole.length; length++) {
            Files.write(mark(), Arrays.copyOf(whole, length));
            if (length < whole.length - 1) { // the last line's end says nothing
                refused("nodes.log.mark is damaged");
            }
        }
    }

    /** A log that was created, but killed before its mark was written, has no changes yet. */
    @Test
    void beginsWhereItsProcessWasKilledWhenItWasNew() throws IOException {
        for (String log : new String[] {"", "EYW", "EYWNODE2"}) {
            Path fresh = folder.resolve("new-" + log.length());
            Files.writeString(fresh, log);
            run(fresh, "1");
            try (NodeLog again = NodeLog.open(fresh, false)) {
                assertThat(again.nodes()).containsOnlyKeys("/a", "/a/currtx");
            }
        }
    }

    @Test
    void keepsItsMarkNearItsEnd() throws IOException {
        byte[] marked;
        byte[] whole;
        try (NodeLog log = NodeLog.open(file(), false)) {
            for (int i = 0; i < 200; i++) {
                log.put("/a/" + i, new byte[1_000]);
            }
            marked = Files.readAllBytes(mark());
            whole = Files.readAllBytes(file());
        }
        Files.write(mark(), marked);
        Files.write(file(), Arrays.copyOf(whole, whole.length - (1 << 16) - 2_000));

        refused("was cut to");
    }
}
