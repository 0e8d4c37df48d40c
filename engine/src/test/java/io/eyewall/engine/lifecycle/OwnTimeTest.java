package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedEngine;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnTimeTest {
    private static final int NUMBERS = 100;

    private static TestBolt taking(Shared<ManualClock> clock, int ms) {
        return TestBolt.of(
                (bolt, tuple) -> {
                    bolt.collector.emit(tuple, tuple.getValues());
                    clock.get().advance(Duration.ofMillis(ms));
                })
                .stream("default", "value");
    }

    /** A chain of bolts that takes 1 + 2 + 5 ms per tuple, whether by direct calls or not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 32})
    void countsWhatDirectlyCalledBoltsTakeOnce(int directDepth) {
        SteppedEngine engine =
                new SteppedEngine(
                        1, "eyewall.direct.depth", directDepth, "eyewall.blocking.threshold.ms", 0);
        Shared<ManualClock> clock = Shared.of(engine.clock);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", TestSpout.numbers(NUMBERS), 1);
        builder.setBolt("one", taking(clock, 1), 1).shuffleGrouping("numbers");
        builder.setBolt("two", taking(clock, 2), 1).shuffleGrouping("one");
        builder.setBolt("five", taking(clock, 5), 1).shuffleGrouping("two");
        TopologyRuntime topology =
                engine.submit(Plans.of(builder, Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0));

        engine.drain();

        Map<String, Double> ownNs =
                OwnTime.byComponentNs(
                        Stream.of(1, 2, 3, 4, 5).map(topology::task).filter(Objects::nonNull));
        assertThat(ownNs.get("one")).isEqualTo(NUMBERS * 1e6);
        assertThat(ownNs.get("two")).isEqualTo(NUMBERS * 2e6);
        assertThat(ownNs.get("five")).isEqualTo(NUMBERS * 5e6);
    }
}
