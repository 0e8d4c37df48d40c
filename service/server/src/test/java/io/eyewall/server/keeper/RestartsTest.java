package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.SubmissionFacts;
import io.eyewall.server.store.TopologyFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartsTest {
    private final Path temp;

    private long nowNs = 17;

    RestartsTest(@TempDir Path temp) {
        this.temp = temp;
    }

    /** A process that survives being killed, as one does that waits for a dead disk. */
    private final class Undead implements WorkerChild {
        final List<Long> killedAtSec = new ArrayList<>();

        @Override
        public long pid() {
            return 1;
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public int exitValue() {
            throw new IllegalThreadStateException();
        }

        @Override
        public void destroyForcibly() {
            killedAtSec.add(TimeUnit.NANOSECONDS.toSeconds(nowNs));
        }

        @Override
        public void onServerEnds() {
            // it does not notice
        }
    }

    @Test
    void killsAndReportsAHangingProcessAtGrowingIntervals() throws Exception {
        try (StateFolder state = StateFolder.open(temp.resolve("state"))) {
            TopologyFolder folder =
                    new TopologyFolder(Files.createDirectory(temp.resolve("topology")));
            Undead undead = new Undead();
            Restarts restarts =
                    new Restarts(
                            state,
                            folder,
                            new SubmissionFacts("words-1-2", "words", 2, List.of()),
                            KeeperSettings.defaults(Map.of()),
                            new ErrorBook(folder),
                            undead,
                            () -> nowNs);

            for (int i = 0; i < 36_000; i++) { // an hour, at the pace of a keeper
                assertThat(restarts.isStarting()).isTrue();
                nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            }

            assertThat(undead.killedAtSec).containsExactly(120L, 240L, 480L, 960L, 1920L);
        }
    }
}
