package io.eyewall.local.multilang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.Eyewall;
import io.eyewall.local.Recorder;
import io.eyewall.local.TopologyHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.multilang.JsonSerializer;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests bolts with real child processes; needs python3. */
@NullUnmarked // fields are set by the framework
@EnabledIf(
        value = "io.eyewall.local.multilang.Children#canBePython",
        disabledReason = "python3 not on the path")
@Timeout(120)
class ShellBoltTest {
    @TempDir Path directory;
    private String name;

    @BeforeEach
    void name(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
    }

    /**
     * Emits words, each again until it is acked, then nothing; words that are never acked for ever.
     */
    static class Words extends BaseRichSpout {
        private final String key;
        private final List<String> words;
        private final boolean acked;
        private SpoutOutputCollector collector;
        private final Deque<String> todo = new ArrayDeque<>();

        Words(String key, List<String> words, boolean acked) {
            this.key = key;
            this.words = words;
            this.acked = acked;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
            todo.addAll(words);
        }

        @Override
        public void nextTuple() {
            if (!acked) {
                String word = todo.isEmpty() ? "more" : todo.poll();
                collector.emit(new Values(word));
                Recorder.add(key + ".emitted", word);
            } else if (!todo.isEmpty()) {
                String word = todo.poll();
                collector.emit(new Values(word), word);
            }
        }

        @Override
        public void ack(Object id) {
            Recorder.add(key + ".acked", id);
        }

        @Override
        public void fail(Object id) {
            Recorder.add(key + ".failed", id);
            todo.add((String) id);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    /** Runs a script of this test. */
    static class ScriptBolt extends ShellBolt implements IRichBolt {
        ScriptBolt(String script) {
            super(Children.running(script));
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Storm's serializer under another name, which Storm's class loader does not have. */
    public static class OwnSerializer extends JsonSerializer {
        public OwnSerializer() {
            Recorder.add("serializer", "made");
        }
    }

    private TopologyHandle start(Config conf, List<String> words, boolean acked) {
        return start(conf, words, acked, "echo.py");
    }

    private TopologyHandle start(Config conf, List<String> words, boolean acked, String script) {
        conf.put("test.gate", directory.resolve("gate").toString());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words(name, words, acked));
        builder.setBolt("echo", new ScriptBolt(script)).shuffleGrouping("words");
        builder.setBolt("sink", new Sink(name)).globalGrouping("echo");
        return Eyewall.start(name, conf, builder.createTopology());
    }

    private static List<String> words(int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add("w" + i);
        }
        return words;
    }

    @Test
    void keepsTheOrderAndEndsItsChild() throws Exception {
        List<String> words = words(500);
        try (TopologyHandle topology = start(new Config(), words, true)) {
            Recorder.await("all acked", () -> Recorder.seen(name + ".acked").size() == 500);
            assertThat(topology.errors()).isEmpty();
            assertThat(Children.pids()).hasSize(1);
        }
        assertThat(Recorder.seen(name)).isEqualTo(new ArrayList<Object>(words));
        Recorder.await("child has ended", () -> Children.pids().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo.py", "echo.js"})
    void aKilledChildIsStartedAnewAndNothingIsLost(String script) throws Exception {
        assumeTrue(script.endsWith("py") || Children.canBeNode(), "node not on the path");
        name += script.replace('.', '-');
        List<String> words = new ArrayList<>(words(100));
        words.add("wait");
        words.addAll(words(200).subList(100, 200));
        try (TopologyHandle topology = start(new Config(), words, true, script)) {
            Recorder.await("waits", () -> acked().size() >= 100); // Node goes on behind it
            long pid = Children.pids().iterator().next();
            Children.signal("-9", pid);
            Files.createFile(directory.resolve("gate"));
            Recorder.await("all acked", () -> acked().size() == 201);
            assertThat(topology.failure()).isEmpty();
            assertThat(topology.errors())
                    .extracting(ErrorReport::stackTrace)
                    .anyMatch(error -> error.contains("the child process closed its output"));
            assertThat(Children.pids()).hasSize(1).doesNotContain(pid);
        }
    }

    private Set<Object> acked() {
        return Set.copyOf(Recorder.seen(name + ".acked"));
    }

    @Test
    void aChildThatKeepsDyingFailsTheTopologyWithTheCause() throws Exception {
        Config conf = new Config();
        conf.put("eyewall.shell.restarts", 1);
        try (TopologyHandle topology = start(conf, List.of("a", "die", "b"), true)) {
            topology.await(Duration.ofSeconds(60));
            assertThat(topology.status()).isEqualTo(TopologyStatus.FAILED);
            assertThat(topology.failure().orElseThrow().describe())
                    .contains(
                            "'echo'",
                            "died 2 times within a minute",
                            "the child process closed its output");
        }
        assertThat(Recorder.seen(name + ".failed")).contains("die");
    }

    @Test
    void aChildThatHangsIsStartedAnew() throws Exception {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, 2);
        try (TopologyHandle topology = start(conf, List.of(), false)) {
            Recorder.await("works", () -> Recorder.seen(name).size() > 100);
            long pid = Children.pids().iterator().next();
            Children.signal("-STOP", pid);
            Recorder.await(
                    "a new child", () -> Children.pids().stream().anyMatch(child -> child != pid));
            int seen = Recorder.seen(name).size();
            Recorder.await("goes on", () -> Recorder.seen(name).size() > seen + 1000);
            Recorder.await("the old one is gone", () -> !Children.pids().contains(pid));
            assertThat(topology.failure()).isEmpty();
        }
    }

    @Test
    void aBusyChildHoldsBackTheSpout() throws Exception {
        try (TopologyHandle topology = start(new Config(), List.of("wait"), false)) {
            Recorder.await(
                    "fills up",
                    () ->
                            !Children.pids().isEmpty()
                                    && Recorder.seen(name + ".emitted").size() >= 100);
            long pid = Children.pids().iterator().next();
            int most = 1024 + 100 + 2 * 64; // mailbox, on the way to the child, turns of the spout
            for (int i = 0; i < 20; i++) {
                Thread.sleep(50); // the longer, the more would be emitted if nothing held back
                assertThat(Recorder.seen(name + ".emitted")).hasSizeLessThanOrEqualTo(most);
            }
            Files.createFile(directory.resolve("gate"));
            Recorder.await("goes on", () -> Recorder.seen(name).size() > 2 * most);
            assertThat(topology.failure()).isEmpty();
            assertThat(Children.pids()).containsExactly(pid);
        }
    }

    @Test
    void asksTheTopologysClassLoaderForItsSerializer() throws Exception {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_MULTILANG_SERIALIZER, OwnSerializer.class.getName());
        try (TopologyHandle topology = start(conf, words(10), true)) {
            Recorder.await("all acked", () -> acked().size() == 10);
            assertThat(topology.failure()).isEmpty();
        }
        assertThat(Recorder.seen("serializer")).isNotEmpty();
    }
}
