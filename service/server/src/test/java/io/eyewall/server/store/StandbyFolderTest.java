package io.eyewall.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.server.store.StateFolder.Contents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of two topologies is the one to run, whoever says so first. */
class StandbyFolderTest {
    private static final UpdateNote NOTE =
            new UpdateNote(
                    "words-1-2",
                    true,
                    Map.of("words", List.of(2)),
                    Set.of(),
                    Set.of(),
                    false,
                    1,
                    1);

    private final StateFolder state;
    private TopologyFolder old;
    private TopologyFolder next;

    StandbyFolderTest(@TempDir Path temp) throws Exception {
        state = StateFolder.open(temp.resolve("state"));
        old = add("words-1-2", Map.of("a", "old", "b", "old"), null);
        next = add("words-2-3", Map.of("b", "new"), NOTE);
    }

    @BeforeEach
    void theOldOneIsTheOneToRun() throws Exception {
        assertThat(old.isReplaced()).isFalse();
        assertThat(next.isStandby()).isTrue();
        assertThat(next.isReplaced()).isFalse();
        assertThat(next.update()).contains(NOTE);
    }

    @AfterEach
    void close() throws Exception {
        state.close();
    }

    private TopologyFolder add(
            String id, Map<String, String> credentials, @Nullable UpdateNote note)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout(), 1);
        StormTopology words = builder.createTopology();
        Path jar = Files.writeString(state.uploads().resolve("some.jar"), "jar");
        return state.add(
                new Contents(
                        new SubmissionFacts(id, "words", 2, List.of()),
                        jar,
                        List.of(),
                        Map.of(),
                        words,
                        Orders.initial(true),
                        credentials,
                        note));
    }

    @Test
    void handsOverWithActivationAndCredentials() throws Exception {
        old.write(old.orders().withActive(false).withRebalance(Map.of("words", 3), Map.of()));
        old.handOverTo(next);

        assertThat(old.isReplaced()).isTrue();
        assertThat(next.hasTakenOver()).isTrue();
        assertThat(next.dropStandby()).isFalse();
        assertThat(next.orders()).isEqualTo(Orders.initial(false));
        assertThat(next.credentials()).isEqualTo(Map.of("a", "old", "b", "new"));
        old.handOverTo(next); // once more, by who does not know

        next.finishTakingOver();
        next.finishTakingOver();
        assertThat(next.isStandby() || next.hasTakenOver() || next.isReplaced()).isFalse();
        assertThat(next.dropStandby()).isFalse();
        assertThat(next.orders()).isEqualTo(Orders.initial(false));
        old.handOverTo(next);
    }

    @Test
    void whoIsReplacedTakesNoOrders() throws Exception {
        old.handOverTo(next);
        assertThatThrownBy(old::kill).isInstanceOf(ReplacedFolderException.class);
        assertThatThrownBy(() -> old.write(Orders.initial(true)))
                .isInstanceOf(ReplacedFolderException.class);
        assertThat(old.isReplaced()).isTrue();
        assertThat(old.isKilled()).isFalse();
    }

    @Test
    void whoIsKilledHandsOverNothing() throws Exception {
        old.kill();
        assertThatThrownBy(() -> old.handOverTo(next))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("killed");
        assertThat(next.dropStandby()).isTrue();
        assertThat(next.isStandby()).isFalse();
    }

    @Test
    void nobodyHandsOverToWhoWasDropped() throws Exception {
        assertThat(next.dropStandby()).isTrue();
        assertThatThrownBy(() -> old.handOverTo(next))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("dropped");
        assertThat(old.isReplaced()).isFalse();
        assertThat(old.orders().active()).isTrue();
    }

    @Test
    void aKillRightAfterTheHandOverCounts() throws Exception {
        old.handOverTo(next);
        next.kill();
        assertThat(next.isKilled()).isTrue();
        next.finishTakingOver();
        assertThat(next.isKilled()).isTrue();
        assertThat(next.isStandby()).isFalse();
    }

    @Test
    void whatACrashLeavesIsFinished() throws Exception {
        old.handOverTo(next);
        Path handed = next.path().resolve("standby").resolve("orders.json");
        Files.copy(handed, next.path().resolve("orders.json")); // and not cleared
        assertThat(next.isStandby()).isFalse();
        assertThat(next.dropStandby()).isFalse();
        next.finishTakingOver();
        assertThat(handed.getParent()).doesNotExist();

        Files.createDirectory(handed.getParent()); // cleared, but for the folder
        assertThat(next.isStandby()).isFalse();
        next.finishTakingOver();
        assertThat(handed.getParent()).doesNotExist();
        assertThat(next.orders().active()).isTrue();
    }
}
