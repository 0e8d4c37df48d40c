package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Equal tests yield equal runs. */
class DeterminismTest {
    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(), 2);
        builder.setBolt("split", new SplitBolt(), 3).shuffleGrouping("lines");
        builder.setBolt("none", forward(), 4).noneGrouping("split");
        builder.setBolt("local", forward(), 3).localOrShuffleGrouping("none");
        builder.setBolt("count", new CountBolt(), 2).fieldsGrouping("local", new Fields("word"));
        return builder.createTopology();
    }

    private static ScriptedBolt forward() {
        return new ScriptedBolt(
                        (tuple, out, bolt) -> {
                            out.emit(tuple, new Values(tuple.getString(0)));
                            out.ack(tuple);
                        })
                .emitting("word");
    }

    private static List<EmittedTuple> run(int cores, long seed) {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology()).feeding("lines").withCores(cores, seed).start()) {
            for (int i = 0; i < 40; i++) {
                driver.spout("lines").onTask(i % 2).emit("a b c " + i);
                if (i % 10 == 9) {
                    driver.advance(Duration.ofMillis(30));
                }
            }
            driver.runUntilIdle();
            assertThat(driver.acked()).hasSize(40);
            assertThat(driver.values("count"))
                    .contains(List.of("a", 40), List.of("b", 40), List.of("c", 40));
            return driver.emitted();
        }
    }

    @Test
    void repeatsARunOnOneCore() {
        assertThat(run(1, 0)).isEqualTo(run(1, 0));
    }

    @Test
    void repeatsAnInterleavingOfSeveralCoresBySeed() {
        Set<List<EmittedTuple>> runs = new HashSet<>();
        for (long seed = 0; seed < 5; seed++) {
            List<EmittedTuple> run = run(3, seed);
            assertThat(run(3, seed)).isEqualTo(run);
            runs.add(run);
        }
        assertThat(runs).as("different seeds give different runs").hasSizeGreaterThan(2);
    }
}
