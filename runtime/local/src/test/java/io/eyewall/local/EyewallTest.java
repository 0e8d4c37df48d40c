package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.apache.storm.Config;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EyewallTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void runsATopologyUntilItIsClosed() {
        try (TopologyHandle topology =
                Eyewall.start(
                        "eyewall-run",
                        new Config(),
                        TestTopologies.numbers("eyewall-run", 1000).createTopology())) {
            Recorder.await("1000 numbers", () -> Recorder.seen("eyewall-run").size() == 1000);
            assertThat(topology.name()).isEqualTo("eyewall-run");
            assertThat(topology.id()).matches("eyewall-run-\\d+-\\d+");
            assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
            assertThat(topology.metrics().executors())
                    .anySatisfy(
                            executor -> {
                                assertThat(executor.executor().componentId()).isEqualTo("record");
                                assertThat(executor.executed()).isEqualTo(1000);
                            });
        }
        assertThat(Recorder.seen("eyewall-run"))
                .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(Recorder.seen("eyewall-run.cleanup")).hasSize(1);
    }

    @Test
    void namesTheCauseWhenATopologyFailsAndFreesItsName() throws Exception {
        for (int attempt = 0; attempt < 2; attempt++) {
            try (TopologyHandle topology =
                    Eyewall.start(
                            "eyewall-fail",
                            new Config(),
                            TestTopologies.failing(10).createTopology())) {
                assertThat(topology.await(LIMIT)).isTrue();
                assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
                assertThat(topology.failure().orElseThrow().describe())
                        .contains("eyewall-fail", "fragile", "execute", "can't stand 10");
            }
        }
    }

    @Test
    void refusesANameThatIsTaken() {
        try (TopologyHandle topology =
                Eyewall.start(
                        "eyewall-twice",
                        new Config(),
                        TestTopologies.numbers("eyewall-twice", 1).createTopology())) {
            assertThatThrownBy(
                            () ->
                                    Eyewall.start(
                                            topology.name(),
                                            new Config(),
                                            TestTopologies.numbers("eyewall-twice", 1)
                                                    .createTopology()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("eyewall-twice");
        }
    }

    /** Deserializing the component runs its code on the thread that starts the topology. */
    @Test
    void aStartThatHangsKeepsNobodyElseFromStarting() throws Exception {
        Thread hanging =
                new Thread(
                        () -> {
                            TopologyBuilder builder = new TopologyBuilder();
                            builder.setSpout("slow", new SlowToRead());
                            Eyewall.start("eyewall-slow", new Config(), builder.createTopology())
                                    .close();
                        });
        hanging.start();
        SlowToRead.READING.await();
        try (TopologyHandle topology =
                Eyewall.start(
                        "eyewall-quick",
                        new Config(),
                        TestTopologies.numbers("eyewall-quick", 10).createTopology())) {
            Recorder.await("10 numbers", () -> Recorder.seen(topology.name()).size() == 10);
        } finally {
            SlowToRead.READ.countDown();
        }
        hanging.join();
    }

    private static final class SlowToRead extends BaseRichSpout {
        static final CountDownLatch READING = new CountDownLatch(1);
        static final CountDownLatch READ = new CountDownLatch(1);

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READING.countDown();
            try {
                READ.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.toString());
            }
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {}

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void saysWhichRuleForNamesIsStorms() {
        for (String name : new String[] {getClass().getName(), "", "a/b", "a:b", "a\\b"}) {
            assertThatThrownBy(
                            () ->
                                    Eyewall.start(
                                            name,
                                            new Config(),
                                            TestTopologies.numbers("name", 1).createTopology()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topology name '" + name + "' is against Storm's rule")
                    .hasMessageContaining("none of / . : \\");
        }
    }

    @Test
    void refusesAnUnknownKeyOfOurs() {
        assertThatThrownBy(
                        () ->
                                Eyewall.start(
                                        "eyewall-key",
                                        Map.of("eyewall.coers", 1),
                                        TestTopologies.numbers("eyewall-key", 1).createTopology()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown configuration key 'eyewall.coers'");
    }

    @Test
    void endsItsThreadsAfterTheLastTopologyAndStartsAgain() {
        for (int round = 0; round < 2; round++) {
            String name = "eyewall-round-" + round;
            try (TopologyHandle first =
                            Eyewall.start(
                                    name + "a",
                                    new Config(),
                                    TestTopologies.numbers(name, 1).createTopology());
                    TopologyHandle second =
                            Eyewall.start(
                                    name + "b",
                                    new Config(),
                                    TestTopologies.numbers(name, 1).createTopology())) {
                Recorder.await("both ran", () -> Recorder.seen(name).size() == 2);
                assertThat(first.id()).isNotEqualTo(second.id());
            }
            Recorder.await("no thread left", () -> !isRunning("eyewall-last-topology"));
        }
    }

    @Test
    void forgetsATopologyThatIsOverWhileAnOlderOneRuns() {
        try (TopologyHandle older = start("eyewall-older")) {
            WeakReference<RunningTopology> over = oneThatIsOver();
            start("eyewall-next").close();
            Recorder.await(
                    "forgotten",
                    () -> {
                        System.gc();
                        return over.refersTo(null);
                    });
            assertThat(older.status()).isNotEqualTo(TopologyStatus.ENDED);
        }
    }

    private static TopologyHandle start(String name) {
        return Eyewall.start(name, new Config(), TestTopologies.numbers(name, 1).createTopology());
    }

    private static WeakReference<RunningTopology> oneThatIsOver() {
        try (TopologyHandle topology = start("eyewall-over")) {
            return new WeakReference<>(topology.running());
        }
    }

    private static boolean isRunning(String threadName) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(threadName));
    }
}
