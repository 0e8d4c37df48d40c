package io.eyewall.engine.tick;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.executor.CheckpointSteps;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.lang.reflect.Field;
import java.time.Duration;
import org.apache.storm.spout.CheckpointSpout;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints continue when the machine's clock is set back. */
class CheckpointClockTest {
    private final SteppedCores engine = new SteppedCores(1);
    private CheckpointSpout spout = new CheckpointSpout();

    private static final class Stateful extends BaseStatefulBolt<KeyValueState<String, Long>> {
        @Override
        public void initState(KeyValueState<String, Long> state) {
            // the bolt keeps no state
        }

        @Override
        public void execute(Tuple tuple) {
            // acked after a checkpoint
        }
    }

    @BeforeEach
    void submit() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt("stateful", new Stateful(), 1).shuffleGrouping("spout");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, "topology.state.checkpoint.interval.ms", 100));
        engine.step();
        spout =
                (CheckpointSpout)
                        topology.executors().stream()
                                .flatMap(executor -> executor.tasks().stream())
                                .map(Task::object)
                                .filter(CheckpointSpout.class::isInstance)
                                .findFirst()
                                .orElseThrow();
    }

    private static Field lastBegun() throws ReflectiveOperationException {
        Field field = CheckpointSpout.class.getDeclaredField("lastCheckpointTs");
        field.setAccessible(true);
        return field;
    }

    @ParameterizedTest
    @ValueSource(longs = {10_000, 3_600_000, 1_000_000_000_000L})
    void aCheckpointThatWasBegunLaterThanNowCountsFromNow(long setBackMs) throws Exception {
        lastBegun().setLong(spout, System.currentTimeMillis() + setBackMs);

        engine.clock.advance(Duration.ofSeconds(2)); // the spout sleeps in each call
        engine.drain();

        assertThat(lastBegun().getLong(spout)).isLessThanOrEqualTo(System.currentTimeMillis());
    }

    @Test
    void oneThatWasBegunBeforeStays() throws Exception {
        CheckpointSteps.adjustToClock(spout, 1_000);
        CheckpointSteps.adjustToClock(new TestSpout(), 1_000);
        long begun = 5;
        assertThat(set(begun, 5)).isEqualTo(begun);
        assertThat(set(begun, 6)).isEqualTo(begun);
        assertThat(set(begun, 4)).isEqualTo(4);
    }

    private long set(long begunMs, long nowMs) throws ReflectiveOperationException {
        lastBegun().setLong(spout, begunMs);
        CheckpointSteps.adjustToClock(spout, nowMs);
        return lastBegun().getLong(spout);
    }
}
