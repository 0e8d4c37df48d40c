package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.SpoutEnd.State;
import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.testing.FixedTupleSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is known of the ends of spouts. */
@Timeout(60)
class EngineSpoutEndTest {
    private final Engine engine = Engines.start(1);

    @AfterEach
    void close() {
        engine.close();
    }

    private RunningTopology start(TopologyBuilder builder) throws InterruptedException {
        RunningTopology topology =
                engine.submit(Plans.of(builder), SubmitSettings.of(getClass().getClassLoader()));
        topology.awaitStarted(Duration.ofSeconds(30));
        return topology;
    }

    private static TestSpout withGauge(Shared<AtomicReference<Object>> value) {
        return new TestSpout()
                .onOpen(
                        spout ->
                                spout.context.registerGauge(
                                        SpoutEnd.GAUGE, () -> value.get().get()));
    }

    private static State stateOfOnly(RunningTopology topology) {
        List<SpoutEnd> ends = topology.spoutEnds();
        assertThat(ends).hasSize(1);
        return ends.get(0).state();
    }

    @Test
    void followsTheGaugeOfEachTask() throws Exception {
        AtomicReference<Object> value = new AtomicReference<>(0);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", withGauge(Shared.of(value)), 1).setNumTasks(2);
        RunningTopology topology = start(builder);

        assertThat(topology.spoutEnds())
                .extracting(SpoutEnd::state)
                .containsExactly(State.GOES_ON, State.GOES_ON);
        value.set(1L);
        assertThat(topology.spoutEnds())
                .extracting(SpoutEnd::state)
                .containsExactly(State.DRAINED, State.DRAINED);
        assertThat(topology.spoutEnds())
                .extracting(SpoutEnd::taskId)
                .isEqualTo(topology.plan().component("lines").taskIds());
        topology.rebalance(Map.of("lines", 2), Duration.ofSeconds(30));
        assertThat(topology.spoutEnds())
                .extracting(SpoutEnd::state)
                .as("after a rebalance")
                .containsExactly(State.DRAINED, State.DRAINED);

        topology.kill(Duration.ZERO);
        assertThat(topology.await(Duration.ofSeconds(30))).isTrue();
        assertThat(topology.spoutEnds()).isEmpty();
    }

    @Test
    void saysWhyNothingIsKnown() throws Exception {
        AtomicReference<Object> value = new AtomicReference<>("yes");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("odd", withGauge(Shared.of(value)));
        RunningTopology topology = start(builder);

        SpoutEnd end = topology.spoutEnds().get(0);
        assertThat(end.state()).isEqualTo(State.UNKNOWN);
        assertThat(end.reason()).isEqualTo("its gauge 'eyewall.source.drained' is yes, not 0 or 1");
        assertThat(end.describe()).isEqualTo("spout 'odd' task " + end.taskId());
        value.set(0.5);
        assertThat(stateOfOnly(topology)).isEqualTo(State.UNKNOWN);
    }

    @Test
    void outlivesAGaugeThatThrows() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "rude",
                new TestSpout()
                        .onOpen(
                                spout ->
                                        spout.context.registerGauge(
                                                SpoutEnd.GAUGE,
                                                () -> {
                                                    throw new IllegalStateException("no idea");
                                                })));
        RunningTopology topology = start(builder);

        SpoutEnd end = topology.spoutEnds().get(0);
        assertThat(end.state()).isEqualTo(State.UNKNOWN);
        assertThat(end.reason()).contains("threw", "no idea");
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void asksStormsOwnTestSpouts() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("fixed", new FixedTupleSpout(List.of(new Values(1)), new Fields("value")));
        RunningTopology topology = start(builder);
        while (stateOfOnly(topology) == State.GOES_ON) {
            Thread.sleep(5);
        }
        assertThat(stateOfOnly(topology)).isEqualTo(State.EXHAUSTED);
    }

    @Test
    void knowsNothingOfASpoutThatSaysNothing() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("plain", TestSpout.numbers(3));
        RunningTopology topology = start(builder);
        assertThat(stateOfOnly(topology)).isEqualTo(State.UNKNOWN);
        assertThat(topology.spoutEnds().get(0).reason())
                .isEqualTo("it has no gauge 'eyewall.source.drained'");
    }
}
