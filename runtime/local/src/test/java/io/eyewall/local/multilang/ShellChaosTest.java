package io.eyewall.local.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Recorder;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests Python children that misbehave and are killed with signal 9, while their tasks move between
 * executors. At the end every message has been acked after it had passed through all bolts, and
 * none is stuck. A seed determines the faults, but not their times. {@code -Dchaos.shell.runs=N}
 * sets the number of runs, {@code -Dchaos.seed=N} runs one seed.
 */
@NullUnmarked // fields are set by the framework
@EnabledIf(
        value = "io.eyewall.local.multilang.Children#canBePython",
        disabledReason = "python3 not on the path")
@Tag("complete")
@Timeout(300)
class ShellChaosTest {
    private static final int RUNS = 4;
    private static final int KILLS = 12;
    private static final int TASKS = 3;
    private static final int PATIENCE = 3;
    private static final List<String> DEEDS =
            List.of("die", "die late", "slow", "fail", "ack twice", "drop");
    private static final Map<String, ShellLedger> LEDGERS = new ConcurrentHashMap<>();

    static LongStream seeds() {
        Long one = Long.getLong("chaos.seed");
        return one != null
                ? LongStream.of(one)
                : LongStream.range(0, Integer.getInteger("chaos.shell.runs", RUNS));
    }

    /** Emits messages until the chaos ends, and each again until it is acked. */
    static class Messages extends BaseRichSpout {
        private final String run;
        private final long seed;
        private final int deeds;
        private ShellLedger ledger;
        private SpoutOutputCollector collector;
        private SplittableRandom random;
        private Queue<String> replays;
        private int task;
        private int number;

        /**
         * @param deeds the number of {@link #DEEDS} to choose from
         */
        Messages(String run, long seed, int deeds) {
            this.run = run;
            this.seed = seed;
            this.deeds = deeds;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            ledger = LEDGERS.get(run);
            collector = output;
            task = context.getThisTaskId();
            random = new SplittableRandom(seed + task);
            replays = new ArrayDeque<>();
        }

        @Override
        public void nextTuple() {
            String attempt = replays.poll();
            if (attempt == null && !ledger.isCalm()) {
                attempt = task + ":" + ++number + "#1";
            }
            if (attempt != null) {
                ledger.emitting(attempt);
                collector.emit(new Values(attempt, deed(attempt)), attempt);
            }
        }

        private String deed(String attempt) {
            boolean mischief = random.nextInt(40) == 0;
            return !mischief || ledger.isCalm() || attemptOf(attempt) >= PATIENCE
                    ? "relay"
                    : DEEDS.get(random.nextInt(deeds));
        }

        private static int attemptOf(String attempt) {
            return Integer.parseInt(attempt.substring(attempt.indexOf('#') + 1));
        }

        @Override
        public void ack(Object id) {
            ledger.acked((String) id);
        }

        @Override
        public void fail(Object id) {
            String attempt = (String) id;
            ledger.failed(attempt);
            String message = attempt.substring(0, attempt.indexOf('#'));
            replays.add(message + "#" + (attemptOf(attempt) + 1));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("attempt", "deed"));
        }
    }

    /** A bolt whose child runs {@code chaos.py}. */
    static class Relay extends ShellBolt implements IRichBolt {
        Relay() {
            super(Children.running("chaos.py"));
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("attempt"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Acks all tuples. */
    static class Sink extends BaseRichBolt {
        private final String run;
        private OutputCollector collector;

        Sink(String run) {
            this.run = run;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            LEDGERS.get(run).arriving(tuple.getString(0));
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // no output
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyMessageIsAckedInTheEndAndNoneIsStuck(long seed) throws Exception {
        String run = "shell-chaos-" + seed;
        ShellLedger ledger = new ShellLedger();
        LEDGERS.put(run, ledger);
        SplittableRandom random = new SplittableRandom(seed);
        // Without timeouts, the tuples of a child must fail when the child dies.
        boolean timeouts = seed % 2 == 0;
        try (LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology(
                    run, conf(timeouts), builder(run, seed, timeouts).createTopology());
            rebalance(cluster, run, random); // waits until all children have been started
            for (int kill = 0; kill < KILLS; kill++) {
                Recorder.await("a child", () -> !Children.pids().isEmpty());
                Thread.sleep(random.nextInt(300)); // lets things happen before the next blow
                List<Long> children = List.copyOf(Children.pids());
                if (!children.isEmpty()) { // one may have died by itself
                    Children.signal("-9", children.get(random.nextInt(children.size())));
                }
                if (random.nextInt(3) == 0) {
                    rebalance(cluster, run, random);
                }
            }
            Recorder.await( // a crowded machine has hardly sent any by now
                    60,
                    "messages and replays",
                    () ->
                            ledger.messages() > 10 * KILLS
                                    && ledger.attempts() > ledger.messages() + KILLS);
            ledger.calmDown();
            Recorder.await(
                    60, "every message acked, none stuck", ledger::isEveryMessageAckedAndNoneStuck);
            assertThat(cluster.getTopologyInfoByName(run).get_status()).isEqualTo("ACTIVE");
        } catch (AssertionError e) {
            throw new AssertionError("-Dchaos.seed=" + seed + ": " + ledger, e);
        }
        assertThat(ledger.violations()).isEmpty();
        Recorder.await("all children have ended", () -> Children.pids().isEmpty());
        LEDGERS.remove(run);
    }

    private static Config conf(boolean timeouts) {
        Config conf = new Config();
        conf.put("eyewall.shell.restarts", 10_000);
        conf.setMessageTimeoutSecs(timeouts ? 2 : 3600);
        conf.setMaxSpoutPending(30);
        return conf;
    }

    private static TopologyBuilder builder(String run, long seed, boolean timeouts) {
        int deeds = timeouts ? DEEDS.size() : DEEDS.size() - 1; // without "drop"
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("messages", new Messages(run, seed, deeds), 1).setNumTasks(2);
        builder.setBolt("relay", new Relay(), 2).setNumTasks(TASKS).shuffleGrouping("messages");
        builder.setBolt("sink", new Sink(run), 1).setNumTasks(2).shuffleGrouping("relay");
        return builder;
    }

    private static void rebalance(LocalCluster cluster, String run, SplittableRandom random)
            throws Exception {
        RebalanceOptions options = new RebalanceOptions();
        options.put_to_num_executors("messages", 1 + random.nextInt(2));
        options.put_to_num_executors("relay", 1 + random.nextInt(TASKS));
        options.put_to_num_executors("sink", 1 + random.nextInt(2));
        cluster.rebalance(run, options);
    }
}
