package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.placement.load.ExecutorLoad;
import java.time.Duration;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the load of bolts does not include the bolts that they call. */
class OwnTimeTest {
    private static final int NUMBERS = 100;
    private static final double ROUNDING = 1e-6;

    private static TestBolt taking(Shared<ManualClock> clock, int ms) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    bolt.collector.emit(tuple, tuple.getValues());
                    clock.get().advance(Duration.ofMillis(ms));
                });
    }

    /** A chain of bolts that takes 1 + 2 + 5 ms per tuple, with and without direct calls. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 32})
    void countsTimeOfDirectlyCalledBoltsOnce(int directDepth) {
        SteppedCores engine =
                new SteppedCores(
                        1, "eyewall.direct.depth", directDepth, "eyewall.blocking.threshold.ms", 0);
        Shared<ManualClock> clock = Shared.of(engine.clock);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.numbers(NUMBERS), 1);
        builder.setBolt("one", taking(clock, 1), 1).shuffleGrouping("numbers");
        builder.setBolt("two", taking(clock, 2), 1).shuffleGrouping("one");
        builder.setBolt("five", taking(clock, 5), 1).shuffleGrouping("two");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0));
        CounterReader counters = new CounterReader(engine.cores);
        CounterSnapshot before = counters.read(List.of(topology));

        engine.drain();

        CounterSnapshot after = counters.read(List.of(topology));
        LoadWindow window = LoadMeter.measure(CoreTree.flat(1), before, after).orElseThrow();
        for (String bolt : List.of("one", "two", "five")) {
            int ms = List.of("one", "two", "three", "four", "five").indexOf(bolt) + 1;
            assertThat(window.snapshot().executors())
                    .filteredOn(load -> load.executor().component().equals(bolt))
                    .extracting(ExecutorLoad::cores)
                    .singleElement()
                    .satisfies(cores -> assertThat(cores).isCloseTo(ms / 8.0, within(ROUNDING)));
        }
    }
}
