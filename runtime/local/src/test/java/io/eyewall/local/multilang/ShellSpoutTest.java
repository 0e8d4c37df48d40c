package io.eyewall.local.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.Eyewall;
import io.eyewall.local.Recorder;
import io.eyewall.local.TopologyHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.Config;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests spouts with real child processes, which run {@code count.py}. */
@NullUnmarked // fields are set by the framework
@EnabledIf(
        value = "io.eyewall.local.multilang.Children#canBePython",
        disabledReason = "python3 not on the path")
@Timeout(120)
class ShellSpoutTest {
    @TempDir Path folder;
    private String name;

    @BeforeEach
    void name(TestInfo test) {
        // another name when the test is repeated, since the recorder is static
        name = test.getTestMethod().orElseThrow().getName() + "-" + System.nanoTime();
    }

    static class Count extends ShellSpout implements IRichSpout {
        Count() {
            super(Children.running("count.py"));
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
            declarer.declareStream("notes", new Fields("note"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Records numbers and keeps their tuples until the test acks them. */
    static class Keeper extends BaseRichBolt {
        private static final Queue<Runnable> KEPT = new ConcurrentLinkedQueue<>();

        private final String key;
        private OutputCollector collector;

        Keeper(String key) {
            this.key = key;
        }

        /** Acks the tuples that have arrived so far, not those that follow the acks. */
        static void ackAll() {
            for (int left = KEPT.size(); left > 0; left--) {
                KEPT.remove().run();
            }
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(Tuple tuple) {
            KEPT.add(() -> collector.ack(tuple));
            Recorder.add(key, tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private TopologyHandle start(Config conf) {
        return start(conf, new Sink(name));
    }

    private TopologyHandle start(Config conf, IRichBolt numbers) {
        conf.put("test.folder", folder.toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("count", new Count());
        builder.setBolt("numbers", numbers).globalGrouping("count");
        builder.setBolt("notes", new Sink(name + ".notes")).globalGrouping("count", "notes");
        return Eyewall.start(name, conf, builder.createTopology());
    }

    /**
     * Returns a configuration with a limit of pending messages, which bounds how far the child runs
     * ahead.
     */
    private static Config pending(int messages) {
        Config conf = new Config();
        conf.setMaxSpoutPending(messages);
        return conf;
    }

    private void tell(String what) throws Exception {
        Files.createFile(folder.resolve(what));
    }

    private List<Object> notes() {
        return Recorder.seen(name + ".notes");
    }

    private int activations() {
        return Collections.frequency(notes(), "activate");
    }

    private void awaitActivations(int count) {
        Recorder.await(count + " activations", () -> activations() >= count);
    }

    @Test
    void aDeadChildIsReportedAndStartedAnew() throws Exception {
        try (TopologyHandle topology = start(pending(10))) {
            Recorder.await("counts", () -> Recorder.seen(name).size() > 100);
            tell("die");
            awaitActivations(2);
            int seen = Recorder.seen(name).size();
            Recorder.await("counts on", () -> Recorder.seen(name).size() > seen + 100);
            assertThat(topology.failure()).isEmpty();
            assertThat(topology.errors())
                    .singleElement()
                    .extracting(ErrorReport::stackTrace)
                    .asString()
                    .contains("the child process closed its output");
            assertThat(Children.pids()).hasSize(1);
        }
        Recorder.await("child has ended", () -> Children.pids().isEmpty());
        assertThat(Collections.frequency(Recorder.seen(name), 0)).isEqualTo(2);
    }

    @Test
    void aKilledChildIsStartedAnew() throws Exception {
        try (TopologyHandle topology = start(pending(10))) {
            awaitActivations(1);
            long pid = Children.pids().iterator().next();
            Children.signal("-9", pid);
            awaitActivations(2);
            assertThat(Children.pids()).hasSize(1).doesNotContain(pid);
            assertThat(topology.failure()).isEmpty();
        }
    }

    @Test
    void aChildThatHangsIsKilledAndStartedAnew() throws Exception {
        Config conf = pending(10);
        conf.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, 1);
        try (TopologyHandle topology = start(conf)) {
            awaitActivations(1);
            tell("hang");
            awaitActivations(2);
            assertThat(topology.failure()).isEmpty();
            assertThat(topology.errors())
                    .singleElement()
                    .extracting(ErrorReport::stackTrace)
                    .asString()
                    .contains("sent nothing for 1 s", Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS);
        }
    }

    @Test
    void aFreshChildHearsNothingOfTheMessagesBeforeIt() throws Exception {
        try (TopologyHandle topology = start(pending(2), new Keeper(name))) {
            awaitNumbers(0, 1);
            long pid = Children.pids().iterator().next();
            Children.signal("-9", pid);
            topology.deactivate(); // this call is the first to miss the child
            Recorder.await("the error", () -> !topology.errors().isEmpty());
            topology.activate();
            Recorder.await("a fresh child", () -> Children.pids().stream().anyMatch(p -> p != pid));
            Keeper.ackAll(); // those of the dead child; the fresh one may emit now
            awaitNumbers(0, 1, 0, 1);
            Keeper.ackAll();
            awaitNumbers(0, 1, 0, 1, 2, 3);
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(notes())
                .filteredOn(note -> note.toString().startsWith("ack"))
                .containsExactly("ack 0", "ack 1");
    }

    private void awaitNumbers(Object... numbers) {
        Recorder.await(
                "numbers " + List.of(numbers), () -> Recorder.seen(name).equals(List.of(numbers)));
    }

    @Test
    void aChildThatKeepsDyingFailsTheTopologyWithTheCause() throws Exception {
        Config conf = pending(10);
        conf.put("eyewall.shell.restarts", 1);
        try (TopologyHandle topology = start(conf)) {
            awaitActivations(1);
            tell("die");
            awaitActivations(2);
            tell("die");
            topology.await(Duration.ofSeconds(60));
            assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(topology.failure().orElseThrow().describe())
                    .contains(
                            "'count'",
                            "died 2 times within a minute",
                            "the child process closed its output");
        }
    }
}
