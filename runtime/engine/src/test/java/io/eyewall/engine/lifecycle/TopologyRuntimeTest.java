package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.Standby;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.SteppedCores;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.OpenedLate;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** Tests the life of a topology on a stepped engine. */
class TopologyRuntimeTest {
    private final SteppedCores engine = new SteppedCores(2);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final List<String> calls = new ArrayList<>();
    private final Shared<List<String>> log = Shared.of(calls);

    private TopologyRuntime start(Object... conf) {
        TopologyRuntime topology = engine.submit(Plans.of(builder, conf));
        engine.drain();
        return topology;
    }

    private TestSpout loggingSpout() {
        Shared<List<String>> calls = log;
        return new TestSpout()
                .onOpen(s -> calls.get().add("open"))
                .onActivate(s -> calls.get().add("activate"))
                .onDeactivate(s -> calls.get().add("deactivate"))
                .onClose(s -> calls.get().add("close"));
    }

    private TestBolt loggingBolt() {
        Shared<List<String>> calls = log;
        return new TestBolt()
                .onPrepare(b -> calls.get().add("prepare"))
                .onCleanup(b -> calls.get().add("cleanup"));
    }

    @Test
    void runsFromSubmissionToTheEndOfItsKill() throws Exception {
        builder.setSpout("spout", loggingSpout(), 1);
        builder.setBolt("bolt", loggingBolt(), 1).shuffleGrouping("spout");

        TopologyRuntime topology = engine.submit(Plans.of(builder));
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(topology.awaitStarted(Duration.ZERO)).isFalse();

        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(topology.awaitStarted(Duration.ZERO)).isTrue();
        engine.advance(Duration.ofMillis(2_500));
        assertThat(topology.uptimeSecs()).isEqualTo(2);

        topology.kill(Duration.ofMillis(100));
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        assertThat(topology.await(Duration.ZERO)).isFalse();
        assertThat(calls).containsExactlyInAnyOrder("open", "prepare", "activate", "deactivate");

        engine.advance(Duration.ofMillis(99));
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        engine.advance(Duration.ofMillis(1));
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(topology.await(Duration.ZERO)).isTrue();
        assertThat(calls.subList(4, 6)).containsExactlyInAnyOrder("close", "cleanup");
        assertThat(topology.failure()).isEmpty();
    }

    @Test
    void startsSpoutsAfterAllTasksAreOpen() {
        builder.setSpout("spout", countingSpout(), 1);
        builder.setBolt("slow", loggingBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        for (int i = 0; i < 20; i++) {
            engine.cores.get(0).step();
        }
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(calls).containsExactly("open");

        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        assertThat(calls.subList(0, 4)).containsExactly("open", "prepare", "activate", "next");
    }

    @Test
    void keepsSpoutsIdleThatAreDeactivatedDuringOpening() {
        builder.setSpout("spout", countingSpout(), 1);
        builder.setBolt("slow", loggingBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        engine.cores.get(0).step();

        topology.deactivate();
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(calls).containsExactly("open", "prepare");

        topology.activate();
        engine.drain();
        assertThat(calls).contains("activate", "next");
    }

    private TestSpout countingSpout() {
        Shared<List<String>> calls = log;
        return loggingSpout().onNext(s -> calls.get().add("next"));
    }

    @Test
    void processesPendingTuplesDuringTheWaitOfAKill() {
        Shared<List<Tuple>> tuples = Shared.of(new ArrayList<>());
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1);
        builder.setBolt("bolt", TestBolt.of((b, tuple) -> tuples.get().add(tuple)), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        for (int i = 0; i < 20; i++) {
            engine.step();
        }

        topology.kill(Duration.ofSeconds(1));
        engine.drain();
        int emitted = tuples.get().size();
        assertThat(tuples.get().get(emitted - 1).getInteger(0))
                .as("none was lost")
                .isEqualTo(emitted - 1);
        engine.advance(Duration.ofMillis(500));
        assertThat(tuples.get()).hasSize(emitted);
    }

    @Test
    void countsErrorsReportedAfterTheEnd() throws Exception {
        Shared<List<OutputCollector>> collectors = Shared.of(new ArrayList<>());
        builder.setSpout("spout", loggingSpout(), 1);
        builder.setBolt("bolt", new TestBolt().onPrepare(b -> collectors.get().add(b.collector)), 2)
                .shuffleGrouping("spout");
        TopologyRuntime topology = start();
        int task = topology.plan().component("bolt").taskIds().get(1);
        topology.kill(Duration.ZERO);
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);

        Thread late =
                new Thread(() -> collectors.get().get(1).reportError(new IOException("too late")));
        late.start();
        late.join();

        assertThat(topology.errorCounts()).containsExactly(Map.entry(task, 1L));
        assertThat(topology.errors()).hasSize(1);
        assertThat(topology.errors().get(0).stackTrace()).contains("too late");
    }

    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void failsByAnExceptionThatCannotBePrinted() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    throw new Unprintable();
                                }),
                1);
        TopologyRuntime topology = start();

        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(topology.failure().orElseThrow().describe())
                .contains("component 'spout'", "cannot be printed");
        assertThat(topology.errors()).hasSize(1);
    }

    @Test
    void shortensTheWaitByASecondKill() {
        builder.setSpout("spout", loggingSpout(), 1);
        TopologyRuntime topology = start();

        topology.kill(Duration.ofHours(1));
        engine.advance(Duration.ofMillis(10));
        topology.kill(Duration.ZERO);
        engine.drain();

        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(calls).containsOnlyOnce("close");
    }

    @Test
    void doesNotActivateAKilledTopology() {
        builder.setSpout("spout", loggingSpout(), 1);
        TopologyRuntime topology = start();

        topology.kill(Duration.ofSeconds(1));
        topology.activate();
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.KILLED);
        assertThat(calls).endsWith("deactivate");
    }

    @Test
    void doesNotCloseTasksThatWereNeverOpened() {
        builder.setSpout("spout", loggingSpout(), 1);
        builder.setBolt("bolt", loggingBolt(), 1).shuffleGrouping("spout");
        SubmitSettings inactive =
                new SubmitSettings(getClass().getClassLoader(), Map.of(), false, null);
        TopologyRuntime topology = engine.submit(Plans.of(builder), inactive);
        engine.drain();

        topology.kill(Duration.ZERO);
        engine.drain();

        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        assertThat(calls).isEmpty();
    }

    private SubmitSettings inStandby(Standby standby, boolean active) {
        return new SubmitSettings(
                getClass().getClassLoader(), Map.of(), active, null, Map.of(), standby);
    }

    /** A bolt that takes something that one process can have. */
    @OpenedLate
    private static class OneProcessBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            // Subclasses do something.
        }

        @Override
        public void execute(Tuple tuple) {
            // It only has to be there.
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // It emits nothing.
        }
    }

    /** Inherits the mark. */
    private static final class MarkedBolt extends OneProcessBolt {
        private static final long serialVersionUID = 1L;
        private static final AtomicBoolean PREPARED = new AtomicBoolean();

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            PREPARED.set(true);
        }
    }

    @Test
    void opensOnlyIndependentBoltsInStandby() throws Exception {
        Shared<List<String>> calls = log;
        builder.setSpout("spout", loggingSpout(), 1);
        builder.setBolt("bolt", loggingBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        builder.setBolt("late", new TestBolt().onPrepare(b -> calls.get().add("late")), 1)
                .shuffleGrouping("spout");
        builder.setBolt("marked", new MarkedBolt(), 1).shuffleGrouping("spout");
        Standby standby = new Standby(Set.of("late"));
        TopologyRuntime topology = engine.submit(Plans.of(builder), inStandby(standby, true));
        engine.drain();
        engine.advance(Duration.ofSeconds(3));
        topology.setCredentials(Map.of("user", "secret")); // makes its executors ready
        engine.drain();

        assertThat(this.calls).containsExactly("prepare");
        assertThat(MarkedBolt.PREPARED.get()).isFalse();
        assertThat(standby.awaitReady(Duration.ZERO)).isTrue();
        assertThat(standby.holds())
                .containsEntry("bolt", Standby.Holds.NOTHING)
                .containsEntry("marked", Standby.Holds.ONE_PROCESS)
                .containsEntry("spout", Standby.Holds.STATE);
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(topology.metrics().executors()).allMatch(each -> each.executed() == 0);

        standby.release();
        standby.release();
        engine.drain();
        assertThat(this.calls).containsExactlyInAnyOrder("prepare", "late", "open", "activate");
        assertThat(MarkedBolt.PREPARED.get()).isTrue();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
        engine.advance(Duration.ofSeconds(3));
        assertThat(topology.metrics().executors()).anyMatch(each -> each.executed() > 0);
    }

    @Test
    void doesNotGetReadyAfterAFailureInStandby() throws Exception {
        builder.setSpout("spout", loggingSpout(), 1);
        TestBolt greedy =
                new TestBolt()
                        .onPrepare(
                                b -> {
                                    throw new IllegalStateException("another has it");
                                });
        builder.setBolt("bolt", greedy, 1).shuffleGrouping("spout");
        Standby standby = new Standby(Set.of());
        TopologyRuntime topology = engine.submit(Plans.of(builder), inStandby(standby, true));
        engine.drain();
        assertThat(standby.awaitReady(Duration.ZERO)).isFalse();
        assertThat(topology.failure()).isPresent();
    }

    @Test
    void opensNothingInStandbyWhileInactive() throws Exception {
        builder.setSpout("spout", loggingSpout(), 1);
        builder.setBolt("bolt", loggingBolt(), 1).shuffleGrouping("spout");
        Standby standby = new Standby(Set.of());
        TopologyRuntime topology = engine.submit(Plans.of(builder), inStandby(standby, false));
        engine.drain();
        assertThat(standby.awaitReady(Duration.ZERO)).isTrue();

        topology.setCredentials(Map.of("user", "secret")); // makes its executors ready
        standby.release();
        topology.deactivate();
        engine.drain();
        assertThat(calls).isEmpty();
        assertThat(topology.status()).isEqualTo(TopologyStatus.INACTIVE);

        topology.activate();
        engine.drain();
        assertThat(calls).containsExactlyInAnyOrder("prepare", "open", "activate");
    }

    @Test
    void leavesNothingOnItsCores() {
        builder.setSpout("spout", TestSpout.trackedNumbers(100), 3);
        builder.setBolt("bolt", TestBolt.relay(), 3)
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        TopologyRuntime topology = start(Config.TOPOLOGY_ENABLE_V2_METRICS_TICK, true);

        topology.kill(Duration.ZERO);
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
        engine.advance(Duration.ofSeconds(65)); // past all timers

        for (Core core : engine.cores) {
            assertThat(core.taskletCount()).isZero();
            assertThat(core.timers().untilNextNs(engine.clock.nanoTime()))
                    .as("timers of core %d", core.index())
                    .isEqualTo(Long.MAX_VALUE);
        }
    }

    /** Throws when it is deserialized. */
    private static final class Unreadable extends BaseRichBolt {
        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            throw new AssertionError("can't be made");
        }

        @Override
        public void execute(Tuple input) {
            throw new AssertionError("can't be made");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no streams
        }

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("unreadable on purpose");
        }
    }

    @Test
    void failsCleanlyIfAComponentCannotBeCreated() {
        builder.setSpout("spout", new TestSpout(), 2);
        builder.setBolt("bolt", new Unreadable(), 1).shuffleGrouping("spout");

        TopologyRuntime topology = start();

        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(topology.failure())
                .hasValueSatisfying(
                        failure ->
                                assertThat(failure.describe())
                                        .startsWith(
                                                "topology '%s' failed: the assembly of its tasks threw "
                                                        .formatted(topology.plan().name()))
                                        .contains("'bolt'", "unreadable"));
        assertThat(topology.metrics().executors()).isEmpty();
        assertThat(topology.isQuiet()).isTrue();
        for (Core core : engine.cores) {
            assertThat(core.taskletCount()).as("tasklets of core %d", core.index()).isZero();
        }
    }

    @Test
    void failsByAnExceptionInOpen() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onOpen(
                                s -> {
                                    throw new IllegalStateException("no connection");
                                }),
                1);
        TopologyRuntime topology = start();

        assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
        assertThat(topology.failure().get().call()).isEqualTo("open");
        assertThat(topology.failure().get().cause()).hasMessage("no connection");
    }

    @Test
    void doesNotFailByAnExceptionInClose() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onClose(
                                s -> {
                                    throw new IllegalStateException("already closed");
                                }),
                2);
        TopologyRuntime topology = start();

        topology.kill(Duration.ZERO);
        engine.drain();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
    }

    @Test
    void keepsTheFirstFailureOnly() {
        builder.setSpout(
                "spout",
                new TestSpout()
                        .onNext(
                                s -> {
                                    throw new IllegalStateException("no " + s.count++);
                                }),
                1);
        TopologyRuntime topology = start();

        assertThat(topology.failure().get().cause()).hasMessage("no 0");
    }

    @Test
    void isNotQuietWhileTuplesAreInALink() {
        builder.setSpout("spout", TestSpout.numbers(5), 1).addConfiguration("eyewall.core", 0);
        builder.setBolt("bolt", new TestBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration("eyewall.core", 1);
        TopologyRuntime topology = engine.submit(Plans.of(builder));
        Core other = engine.cores.get(1);
        other.step(); // the bolt is prepared
        for (int i = 0; i < 10; i++) {
            engine.cores.get(0).step();
        }

        topology.deactivate();
        for (int i = 0; i < 10; i++) {
            engine.cores.get(0).step();
        }
        assertThat(topology.isQuiet()).as("5 tuples wait in the link").isFalse();
        engine.drain();
        assertThat(topology.isQuiet()).isTrue();
    }

    @Test
    void isNotQuietWhileAMessageIsPendingOrATupleStaged() {
        builder.setSpout("spout", TestSpout.trackedNumbers(1), 1);
        builder.setBolt("bolt", new TestBolt(), 1).shuffleGrouping("spout");
        TopologyRuntime topology = start();

        assertThat(topology.isQuiet()).as("nobody acks").isFalse();
    }

    /** Keeps the credentials that it receives. */
    private static final class CredentialsBolt extends BaseRichBolt
            implements ICredentialsListener {
        private final Shared<List<String>> log;

        CredentialsBolt(Shared<List<String>> log) {
            this.log = log;
        }

        @Override
        public void setCredentials(Map<String, String> credentials) {
            log.get().add("credentials " + credentials);
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            log.get().add("prepare");
        }

        @Override
        public void execute(Tuple input) {
            throw new AssertionError("nothing is emitted");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no streams
        }
    }

    @Test
    void setsCredentialsBeforePrepareAndAfterChanges() {
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt("bolt", new CredentialsBolt(log), 1).shuffleGrouping("spout");
        TopologyRuntime topology =
                engine.submit(
                        Plans.of(builder),
                        new SubmitSettings(
                                getClass().getClassLoader(), Map.of("user", "a"), true, null));
        engine.drain();

        topology.setCredentials(Map.of("user", "b"));
        engine.drain();
        assertThat(calls)
                .containsExactly("credentials {user=a}", "prepare", "credentials {user=b}");
    }

    /** Registered in the configuration by its name. */
    public static final class Hook extends BaseTaskHook {
        static final List<String> CALLS = new ArrayList<>();

        @Override
        public void cleanup() {
            CALLS.add("cleanup");
        }
    }

    @Test
    void cleansUpTaskHooks() {
        Hook.CALLS.clear();
        builder.setSpout("spout", loggingSpout(), 1);
        TopologyRuntime topology =
                start(Config.TOPOLOGY_AUTO_TASK_HOOKS, List.of(Hook.class.getName()));

        topology.kill(Duration.ZERO);
        engine.drain();

        assertThat(Hook.CALLS).as("spout and system task").containsExactly("cleanup", "cleanup");
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
    }

    /** Records its calls. */
    private static final class LoggingWorkerHook extends BaseWorkerHook implements Serializable {
        private final Shared<List<String>> log;

        LoggingWorkerHook(Shared<List<String>> log) {
            this.log = log;
        }

        @Override
        public void start(Map<String, Object> topoConf, WorkerUserContext context) {
            context.setResource("resource", "shared");
            log.get().add("hook start");
        }

        @Override
        public void shutdown() {
            boolean own =
                    Thread.currentThread().getContextClassLoader() == getClass().getClassLoader();
            log.get().add("hook shutdown" + (own ? "" : " by another class loader"));
        }
    }

    @Test
    void startsWorkerHooksBeforeTasksAndEndsThemAfter() {
        Shared<List<String>> calls = log;
        builder.addWorkerHook(new LoggingWorkerHook(log));
        builder.setSpout(
                "spout",
                loggingSpout()
                        .onOpen(s -> calls.get().add("open " + s.context.getResource("resource"))),
                1);
        TopologyRuntime topology = start();
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(null); // as of another topology
        topology.kill(Duration.ZERO);
        engine.drain();
        Thread.currentThread().setContextClassLoader(own);

        assertThat(this.calls)
                .containsExactly("hook start", "open shared", "activate", "close", "hook shutdown");
    }

    @Test
    void countsTuplesAndMessages() {
        builder.setSpout("spout", TestSpout.trackedNumbers(10), 1);
        builder.setBolt("relay", TestBolt.relay(), 2).shuffleGrouping("spout");
        builder.setBolt(
                        "sink",
                        TestBolt.of(
                                (b, tuple) -> {
                                    if (tuple.getInteger(0) < 3) {
                                        b.collector.fail(tuple);
                                    } else {
                                        b.collector.ack(tuple);
                                    }
                                }),
                        1)
                .allGrouping("relay");
        TopologyRuntime topology = start();

        assertThat(topology.metrics().executors())
                .allSatisfy(e -> assertThat(e.queuedTuples()).isZero())
                .filteredOn(e -> e.executor().componentId().equals("spout"))
                .singleElement()
                .satisfies(
                        spout -> {
                            assertThat(spout.emitted()).containsEntry("default", 10L);
                            assertThat(spout.transferred()).containsEntry("default", 10L);
                            assertThat(spout.acked()).isEqualTo(7);
                            assertThat(spout.failed()).isEqualTo(3);
                            assertThat(spout.pendingMessages()).isZero();
                        });
        assertThat(topology.metrics().executors())
                .filteredOn(e -> e.executor().componentId().equals("relay"))
                .hasSize(2)
                .allSatisfy(
                        relay -> {
                            assertThat(relay.executed()).isEqualTo(5);
                            assertThat(relay.acked()).isEqualTo(5);
                            assertThat(relay.emitted()).containsEntry("default", 5L);
                        });
        assertThat(topology.metrics().executors())
                .filteredOn(e -> e.executor().componentId().equals("sink"))
                .singleElement()
                .satisfies(
                        sink -> {
                            assertThat(sink.executed()).isEqualTo(10);
                            assertThat(sink.acked()).isEqualTo(7);
                            assertThat(sink.failed()).isEqualTo(3);
                        });
        int spoutTask = topology.plan().component("spout").taskIds().get(0);
        assertThat(topology.metrics().edges())
                .filteredOn(edge -> edge.sourceTask() == spoutTask)
                .hasSize(2)
                .allSatisfy(edge -> assertThat(edge.tuples()).isEqualTo(5));
    }
}
