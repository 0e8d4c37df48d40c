package io.eyewall.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.FiniteSpout;
import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.FixedTupleSpout;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@NullUnmarked // fields are set by Storm
class UntilDrainedTest {
    private static final ConcurrentLinkedQueue<Object> EXECUTED = new ConcurrentLinkedQueue<>();
    private static final Set<Object> FAILED = ConcurrentHashMap.newKeySet();
    private static volatile CountDownLatch mayGoOn;

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final UntilDrained drain =
            new UntilDrained(
                    new Console(
                            new PrintStream(said, true, StandardCharsets.UTF_8),
                            new PrintStream(said, true, StandardCharsets.UTF_8),
                            false,
                            () -> 80));

    @BeforeEach
    void forget() {
        EXECUTED.clear();
        FAILED.clear();
        mayGoOn = new CountDownLatch(0);
    }

    @AfterEach
    void close() {
        mayGoOn.countDown();
        nimbus.close();
    }

    /** What a bolt does with a tuple. */
    private interface Code extends Serializable {
        void run(Tuple tuple, OutputCollector collector) throws Exception;
    }

    private RunningTopology start(IRichSpout spout, int ackers, Code code) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", spout);
        builder.setBolt("bolt", new TestBolt(code), 2)
                .shuffleGrouping("numbers")
                .addConfiguration("eyewall.executor.dedicated", true); // blocks none but itself
        return nimbus.start(
                "finite",
                Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, ackers),
                builder.createTopology(),
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    private static void execute(Tuple tuple, OutputCollector collector) {
        EXECUTED.add(tuple.getValue(0));
        collector.ack(tuple);
    }

    private void awaitOver(RunningTopology topology) throws InterruptedException {
        do {
            drain.poll(List.of(topology));
            Thread.sleep(5);
        } while (!drain.isOver() && !drain.isHopeless());
    }

    private static Object[] numbers(int count) {
        return IntStream.range(0, count).boxed().toArray();
    }

    @Test
    void waitsForWhatFailedAndWasEmittedAgain() throws Exception {
        RunningTopology topology =
                start(
                        new FiniteSpout(1000),
                        1,
                        (tuple, collector) -> {
                            if (tuple.getInteger(0) % 10 == 0 && FAILED.add(tuple.getValue(0))) {
                                collector.fail(tuple);
                            } else {
                                execute(tuple, collector);
                            }
                        });
        awaitOver(topology);

        assertThat(EXECUTED).containsExactlyInAnyOrder(numbers(1000));
        assertThat(FAILED).hasSize(100);
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(drain.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void waitsForUntrackedTuplesBehindASlowBolt() throws Exception {
        mayGoOn = new CountDownLatch(1);
        RunningTopology topology =
                start(
                        new FiniteSpout(500),
                        0,
                        (tuple, collector) -> {
                            mayGoOn.await();
                            execute(tuple, collector);
                        });
        while (topology.status() != TopologyStatus.INACTIVE) { // its spout has ended
            drain.poll(List.of(topology));
            Thread.sleep(5);
        }
        for (int i = 0; i < 20; i++) {
            drain.poll(List.of(topology));
            assertThat(drain.isOver()).isFalse();
        }
        assertThat(EXECUTED).isEmpty();

        mayGoOn.countDown();
        awaitOver(topology);
        assertThat(EXECUTED).containsExactlyInAnyOrder(numbers(500));
        assertThat(drain.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void saysThatASpoutDoesNotSayWhenItEnds() throws Exception {
        awaitOver(start(new DrainTest.OneSpout(), 1, UntilDrainedTest::execute));

        assertThat(drain.isHopeless()).isTrue();
        assertThat(drain.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("topology 'finite': spout 'numbers' task ")
                .contains("it has no gauge 'eyewall.source.drained'; let it register that gauge");
    }

    @Test
    void doesNotCallItWellWhenMessagesOfATestSpoutFailed() throws Exception {
        FixedTupleSpout spout =
                new FixedTupleSpout(List.of(new Values(1), new Values(2)), new Fields("number"));
        RunningTopology topology =
                start(
                        spout,
                        1,
                        (tuple, collector) -> {
                            if (tuple.getInteger(0) == 2) {
                                collector.fail(tuple);
                            } else {
                                execute(tuple, collector);
                            }
                        });
        awaitOver(topology);

        assertThat(EXECUTED).containsExactly(1);
        assertThat(drain.exitCode()).isEqualTo(ExitCode.NOT_DRAINED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("topology 'finite': spout 'numbers': 1 messages failed");
    }

    @Test
    void saysWhoWasNotDrainedWhenTheTimeIsUp() throws Exception {
        mayGoOn = new CountDownLatch(1);
        RunningTopology topology =
                start(
                        new FiniteSpout(1),
                        1,
                        (tuple, collector) -> {
                            mayGoOn.await();
                            execute(tuple, collector);
                        });
        topology.awaitStarted(Duration.ofSeconds(30));
        drain.poll(List.of(topology));

        assertThat(drain.isOver()).isFalse();
        assertThat(drain.exitCode()).isEqualTo(ExitCode.NOT_DRAINED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .containsPattern("'finite': not drained: spout 'numbers' task \\d+ had not ended");
    }

    @Test
    void saysThatSomebodyKilledIt() throws Exception {
        mayGoOn = new CountDownLatch(1);
        RunningTopology topology =
                start(
                        new FiniteSpout(1),
                        1,
                        (tuple, collector) -> {
                            mayGoOn.await();
                            execute(tuple, collector);
                        });
        topology.awaitStarted(Duration.ofSeconds(30));
        drain.poll(List.of(topology));
        topology.kill(Duration.ZERO);
        mayGoOn.countDown();
        awaitOver(topology);

        assertThat(drain.exitCode()).isEqualTo(ExitCode.NOT_DRAINED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("something else ended the topology");
    }

    /** Does what it is told to. */
    private static final class TestBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        private final Code code;
        private transient OutputCollector collector;

        TestBolt(Code code) {
            this.code = code;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            try {
                code.run(tuple, collector);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
