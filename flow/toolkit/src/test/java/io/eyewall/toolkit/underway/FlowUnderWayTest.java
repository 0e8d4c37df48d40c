package io.eyewall.toolkit.underway;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.NumberSpout;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.Config;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Markers keep their place in the stream, whatever happens to executors and tuples. */
@Timeout(120)
@NullUnmarked // fields are set by Storm
class FlowUnderWayTest {
    private static final int SPOUTS = 2;
    private static final int COUNT = 6_000;
    private static final int PER_WINDOW = 200;
    private static final int KEYS = 5;

    private static final ConcurrentLinkedQueue<List<Integer>> WINDOWS =
            new ConcurrentLinkedQueue<>();
    private static final Set<List<Integer>> FAILED = ConcurrentHashMap.newKeySet();
    private static final Set<Integer> ENDED = ConcurrentHashMap.newKeySet();
    private static final Set<Integer> CLEANED_UP = ConcurrentHashMap.newKeySet();

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @BeforeEach
    void forget() {
        List.of(FAILED, ENDED, CLEANED_UP).forEach(Set::clear);
        WINDOWS.clear();
    }

    @AfterEach
    void close() {
        nimbus.close();
    }

    private RunningTopology start(int ackers, boolean onOwnThreads, boolean fails)
            throws Exception {
        FlowBuilder flows = new FlowBuilder();
        flows.<Integer>source(
                        "numbers",
                        new NumberSpout(SPOUTS * COUNT, PER_WINDOW),
                        SPOUTS,
                        tuple -> tuple.getInteger(0))
                .tasks(3)
                .map("same", number -> number)
                .keyBy(number -> number % KEYS)
                .tasks(2)
                .window(WindowSpec.tumbling(Bound.punctuation()))
                .<List<Integer>>evaluate("windows", (key, values, out) -> out.accept(values))
                .tasks(2)
                .to("sink", new Sink(fails));
        return nimbus.start(
                "under-way",
                Map.of(
                        Config.TOPOLOGY_ACKER_EXECUTORS,
                        ackers,
                        "eyewall.executor.dedicated",
                        onOwnThreads),
                flows.build(),
                new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    /** Rebalances repeatedly until the spouts have ended; returns how often. */
    private static int drain(RunningTopology topology) throws InterruptedException {
        topology.awaitStarted(Duration.ofSeconds(60));
        int round = 0;
        while (!isDrained(topology)) {
            round++;
            topology.rebalance(
                    Map.of(
                            "numbers", 1 + round % 2,
                            "same", 1 + round % 3,
                            "windows", 1 + (round / 2) % 2,
                            "sink", 1 + round % 2),
                    Duration.ofSeconds(60));
        }
        topology.deactivate();
        while (!topology.isQuiet()) { // without ackers the gauge does not cover bolts
            Thread.sleep(2);
        }
        return round;
    }

    private static boolean isDrained(RunningTopology topology) {
        List<SpoutEnd> ends = topology.spoutEnds();
        return ends.size() == SPOUTS
                && ends.stream().allMatch(end -> end.state() == SpoutEnd.State.DRAINED);
    }

    /** Returns the expected result: the numbers of each window and key, of all spout tasks. */
    private static Set<List<Integer>> model() {
        Map<String, List<Integer>> windows = new TreeMap<>();
        for (int task = 0; task < SPOUTS; task++) {
            for (int i = 0; i < COUNT; i++) {
                int number = i * SPOUTS + task;
                windows.computeIfAbsent(
                                i / PER_WINDOW + "/" + number % KEYS, any -> new ArrayList<>())
                        .add(number);
            }
        }
        Set<List<Integer>> all = ConcurrentHashMap.newKeySet();
        windows.values().forEach(numbers -> all.add(numbers.stream().sorted().toList()));
        return all;
    }

    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "0, false"})
    void emitsTheWindowsOfTheStream(int ackers, boolean onOwnThreads) throws Exception {
        RunningTopology topology = start(ackers, onOwnThreads, false);
        int rounds = drain(topology);

        assertThat(WINDOWS)
                .as("after %d rebalances", rounds)
                .containsExactlyInAnyOrderElementsOf(model());
        assertThat(rounds).isPositive();
        assertThat(ENDED).hasSize(2);
        topology.kill(Duration.ZERO);
        assertThat(topology.await(Duration.ofSeconds(60))).isTrue();
        assertThat(CLEANED_UP).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void losesNothingWhenWindowsFailAndAreReplayed(boolean onOwnThreads) throws Exception {
        RunningTopology topology = start(2, onOwnThreads, true);
        drain(topology);

        Set<Integer> seen = new TreeSet<>();
        WINDOWS.forEach(seen::addAll);
        assertThat(seen).hasSize(SPOUTS * COUNT);
        assertThat(FAILED).isNotEmpty();
        assertThat(ENDED).hasSize(2);
    }

    /**
     * Collects windows; if told so, fails each window that begins with a multiple of three, once.
     */
    private static final class Sink extends PunctuatedBolt {
        private static final long serialVersionUID = 1L;

        private final boolean fails;
        private transient int task;

        Sink(boolean fails) {
            this.fails = fails;
        }

        @Override
        protected void prepare(TopologyContext context, Map<String, Object> conf) {
            task = context.getThisTaskId();
        }

        @Override
        @SuppressWarnings("unchecked") // the type of the flow's values
        protected void onTuple(Tuple tuple) {
            List<Integer> window = ((List<Integer>) tuple.getValue(0)).stream().sorted().toList();
            if (fails && window.get(0) % 3 == 0 && FAILED.add(window)) {
                collector().fail(tuple);
            } else {
                WINDOWS.add(window);
                collector().ack(tuple);
            }
        }

        @Override
        protected void onFinal() {
            ENDED.add(task);
        }

        @Override
        public void cleanup() {
            CLEANED_UP.add(task);
        }

        @Override
        protected void declareStreams(OutputFieldsDeclarer declarer) {
            // the sink emits nothing
        }
    }
}
