package io.eyewall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.TopologyStatus;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;

/** Failure reports of {@link TopologyTestDriver}. */
class FailureTest {
    private static StormTopology failing() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "parse",
                        new ScriptedBolt(
                                (tuple, out, bolt) -> {
                                    throw new IOException("bad line " + tuple.getString(0));
                                }))
                .shuffleGrouping("lines");
        return builder.createTopology();
    }

    @Test
    void throwsOnceFromTheMethodThatRunsTheTopology() {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(failing()).feeding("lines").start()) {
            assertThat(driver.failure()).isEmpty();
            driver.spout("lines").emit("17");
            assertThatThrownBy(driver::runUntilIdle)
                    .isInstanceOf(TopologyFailedException.class)
                    .hasMessageContaining("topology 'test' failed: component 'parse' task")
                    .hasMessageContaining("threw in execute")
                    .hasRootCauseMessage("bad line 17");
            driver.runUntilIdle();
            assertThat(driver.failure()).isPresent();
            assertThat(driver.failure().get().componentId()).isEqualTo("parse");
            assertThat(driver.topology().status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(driver.topology().errors()).hasSize(1);
        }
    }

    @Test
    void ignoresErrorsThatAreOnlyReported() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt(
                        "error",
                        new ScriptedBolt(
                                (tuple, out, bolt) ->
                                        out.reportError(new IOException("only told"))))
                .shuffleGrouping("lines");
        TopologyTestDriver told =
                TopologyTestDriver.of(builder.createTopology()).feeding("lines").start();
        told.spout("lines").emit("a");
        told.runUntilIdle();
        assertThat(told.topology().errors())
                .singleElement()
                .satisfies(error -> assertThat(error.stackTrace()).contains("only told"));
        told.close();
        assertThat(told.topology().status()).isEqualTo(TopologyStatus.ENDED);
    }

    @Test
    void stepsEndlessSpoutsInsteadOfRunningUntilIdle() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "endless",
                new ScriptedSpout((out, spout) -> out.emit(new Values(spout.calls)), "number"));
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).withStepLimit(20).start()) {
            driver.step();
            assertThat(driver.values("endless")).startsWith(List.of(1), List.of(2));
            assertThatThrownBy(driver::runUntilIdle)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("still busy after 20 steps")
                    .hasMessageContaining("run a number of steps instead");
        }
    }

    @Test
    void rejectsInvalidTopologiesAndConfigurations() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("split", new SplitBolt()).shuffleGrouping("liens");
        assertThatThrownBy(
                        () ->
                                TopologyTestDriver.of(builder.createTopology())
                                        .feedingAllSpouts()
                                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topology 'test' can't be started")
                .hasMessageContaining("liens");
        assertThatThrownBy(
                        () ->
                                TopologyTestDriver.of(failing())
                                        .withName("bad")
                                        .withConf("thread", new Thread())
                                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topology 'bad': configuration does not survive");
    }

    @Test
    void throwsFromStartIfAComponentCannotBeCreated() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout());
        builder.setBolt("unreadable", new UnreadableBolt()).shuffleGrouping("lines");
        assertThatThrownBy(
                        () ->
                                TopologyTestDriver.of(builder.createTopology())
                                        .feeding("lines")
                                        .start())
                .isInstanceOf(TopologyFailedException.class)
                .hasMessageContaining("component 'unreadable' cannot be created")
                .hasRootCauseMessage("unreadable");
    }

    private static final class UnreadableBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        private Object readResolve() throws ObjectStreamException {
            throw new InvalidObjectException("unreadable");
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

        @Override
        public void execute(Tuple tuple) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void rejectsOtherThreads() throws InterruptedException {
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(failing()).feeding("lines").start()) {
            Throwable[] thrown = new Throwable[1];
            Thread other =
                    new Thread(
                            () -> {
                                try {
                                    driver.runUntilIdle();
                                } catch (IllegalStateException e) {
                                    thrown[0] = e;
                                }
                            });
            other.start();
            other.join();
            assertThat(thrown[0]).hasMessageContaining("create and use it on one thread");
        }
    }
}
