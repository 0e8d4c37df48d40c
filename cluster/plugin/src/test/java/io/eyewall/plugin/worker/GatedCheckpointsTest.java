package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Config;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Storm's own checkpoint spout, with a checkpoint per hour, on one thread. */
@Timeout(60)
class GatedCheckpointsTest {
    private static final int HOUR_MS = 3_600_000;

    private final SpoutGates gates = new SpoutGates();
    private final List<String> actions = new ArrayList<>();
    private final GatedCheckpoints spout = new GatedCheckpoints(new CheckpointSpout(), gates);
    private @Nullable Object waiting;

    private final class Recorder implements ISpoutOutputCollector {
        @Override
        public List<Integer> emit(String stream, List<Object> tuple, @Nullable Object messageId) {
            actions.add(tuple.get(1) + " " + tuple.get(0));
            waiting = messageId;
            return List.of();
        }

        @Override
        public void emitDirect(int task, String stream, List<Object> tuple, Object messageId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long getPendingCount() {
            return waiting == null ? 0 : 1;
        }

        @Override
        public void flush() {}

        @Override
        public void reportError(Throwable error) {
            throw new AssertionError(error);
        }
    }

    private void order(boolean paused, boolean checkpointsPaused) {
        gates.apply(
                new ReassignmentStateMachine.Orders(
                        1, Stage.READY, true, 1, paused, checkpointsPaused, true, false, false));
    }

    /** Asks for a tuple; what is emitted then is acked. */
    private void turn() {
        spout.nextTuple();
        if (waiting != null) {
            Object id = waiting;
            waiting = null;
            spout.ack(id);
        }
    }

    /** What was emitted since the last time. */
    private List<String> news() {
        List<String> news = List.copyOf(actions);
        actions.clear();
        return news;
    }

    private static TopologyContext context() {
        return new TopologyContext(
                new TopologyBuilder().createTopology(),
                Utils.readDefaultConfig(),
                Map.of(1, CheckpointSpout.CHECKPOINT_COMPONENT_ID),
                Map.of(CheckpointSpout.CHECKPOINT_COMPONENT_ID, List.of(1)),
                Map.of(),
                Map.of(),
                "topology",
                "",
                "",
                1,
                6700,
                List.of(1),
                Map.of(),
                Map.of(),
                new HashMap<>(),
                new HashMap<>(),
                new AtomicBoolean(),
                new StormMetricRegistry());
    }

    @BeforeEach
    void committed() {
        order(false, false);
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, HOUR_MS);
        spout.open(conf, context(), new SpoutOutputCollector(new Recorder()));
        spout.activate();
        for (int i = 0; i < 3; i++) {
            turn();
        }
        assertThat(news()).containsExactly("INITSTATE -1", "PREPARE 0", "COMMIT 0");
    }

    @Test
    void whileOthersRestOneCheckpointFollowsTheOther() {
        order(true, false);
        for (int i = 0; i < 4; i++) {
            turn();
        }
        assertThat(news()).containsExactly("PREPARE 1", "COMMIT 1", "PREPARE 2", "COMMIT 2");
    }

    @Test
    void itWaitsForAnAnswerWithoutSleeping() {
        order(true, false);
        spout.nextTuple();
        spout.nextTuple();
        spout.nextTuple();
        assertThat(news()).containsExactly("PREPARE 1");
    }

    @Test
    void itRestsAfterAWholeCheckpointOnly() {
        order(true, false);
        turn(); // in the middle of the first
        order(true, true);
        assertThat(gates.isQuiet()).isFalse();
        for (int i = 0; i < 3; i++) {
            turn();
            assertThat(gates.isQuiet()).isFalse();
        }
        turn();
        assertThat(gates.isQuiet()).isTrue();
        turn();
        assertThat(news()).containsExactly("PREPARE 1", "COMMIT 1", "PREPARE 2", "COMMIT 2");
    }

    @Test
    void aCheckpointThatFailsMeanwhileIsRolledBackBeforeItRests() {
        order(true, true);
        spout.nextTuple();
        spout.fail(1L);
        waiting = null;
        for (int i = 0; i < 4 && !gates.isQuiet(); i++) {
            turn();
        }
        assertThat(gates.isQuiet()).isTrue();
        assertThat(news()).containsExactly("PREPARE 1", "ROLLBACK 1", "INITSTATE 0");
    }

    @Test
    void afterARestStatesAreOpenedBeforeTheNextCheckpoint() {
        order(true, true);
        for (int i = 0; i < 3; i++) {
            turn();
        }
        assertThat(news()).containsExactly("PREPARE 1", "COMMIT 1");
        order(false, false);
        turn();
        assertThat(news()).containsExactly("INITSTATE 1");
        order(true, false);
        turn();
        assertThat(news()).containsExactly("PREPARE 2");
    }

    @Test
    void eachRestHasACheckpointOfItsOwn() {
        for (int i = 0; i < 2; i++) {
            order(true, true);
            assertThat(gates.isQuiet()).isFalse();
            for (int turn = 0; turn < 3; turn++) {
                turn();
            }
            assertThat(gates.isQuiet()).isTrue();
            order(false, false);
            turn();
        }
        assertThat(news())
                .containsExactly(
                        "PREPARE 1",
                        "COMMIT 1",
                        "INITSTATE 1",
                        "PREPARE 2",
                        "COMMIT 2",
                        "INITSTATE 2");
    }

    @Test
    void oneThatIsDeactivatedIsQuietAndStaysSoWhenItIsActivated() {
        spout.deactivate();
        order(true, true);
        assertThat(gates.isQuiet()).isTrue();
        spout.activate();
        turn();
        assertThat(gates.isQuiet()).isTrue();
        assertThat(news()).isEmpty();
        order(false, false);
        turn();
        assertThat(news()).containsExactly("INITSTATE 0");
    }
}
