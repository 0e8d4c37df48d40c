package io.eyewall.console;

import io.eyewall.control.ServedTopology;
import io.eyewall.control.health.Crashes;
import io.eyewall.control.health.Health;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/** Topologies in this process for the console to look at. */
public final class TestTopologies implements AutoCloseable {
    /** What a page would run if it took an id or an error for more than text. */
    public static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";

    /** How long each call of the bolt "slow" parks, in nanoseconds. */
    public static volatile long parkNs;

    private static final int CORES = 2;

    private final LocalNimbus nimbus;
    private final List<RunningTopology> running = new CopyOnWriteArrayList<>();

    public TestTopologies() {
        Map<String, Object> daemon = new HashMap<>(StormConf.localMode());
        daemon.put("eyewall.cores", CORES);
        nimbus = new LocalNimbus(daemon);
    }

    /** Of their engine. */
    public Optional<LivePlacement> livePlacement() {
        return nimbus.livePlacement();
    }

    /** All that were started. */
    public List<RunningTopology> running() {
        return running;
    }

    /** Starts one. */
    public RunningTopology start(String name, StormTopology topology) throws Exception {
        RunningTopology topologyRunning = submit(name, topology);
        running.add(topologyRunning);
        return topologyRunning;
    }

    /** Starts one of which a server says that its processes have crashed. */
    public RunningTopology startCrashed(
            String name, StormTopology topology, Crashes crashes, Health health) throws Exception {
        RunningTopology topologyRunning = submit(name, topology);
        running.add(
                (ServedTopology)
                        Proxy.newProxyInstance(
                                ServedTopology.class.getClassLoader(),
                                new Class<?>[] {ServedTopology.class},
                                (proxy, method, arguments) ->
                                        switch (method.getName()) {
                                            case "crashes" -> crashes;
                                            case "health" -> Optional.of(health);
                                            case "replaces" -> null;
                                            case "call" ->
                                                    throw new IllegalStateException("no process");
                                            default -> {
                                                try {
                                                    yield method.invoke(topologyRunning, arguments);
                                                } catch (InvocationTargetException e) {
                                                    throw e.getCause();
                                                }
                                            }
                                        }));
        return topologyRunning;
    }

    private RunningTopology submit(String name, StormTopology topology) throws Exception {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.max.spout.pending", 2_000);
        conf.put("topology.executor.receive.buffer.size", 256);
        conf.put("eyewall.mailbox.capacity", 256);
        return nimbus.start(name, conf, topology, new SubmitOptions(TopologyInitialStatus.ACTIVE));
    }

    /** {@code numbers -> relay -> slow}, and nobody sends anything to {@code idle}. */
    public static StormTopology line() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setBolt("relay", new Relay(), 2).setNumTasks(4).shuffleGrouping("numbers");
        builder.setBolt("slow", new Slow(), 1).fieldsGrouping("relay", new Fields("n"));
        builder.setBolt("idle", new Relay(), 1).shuffleGrouping("relay", "never");
        return builder.createTopology();
    }

    /** Its id and its errors are markup. */
    public static StormTopology hostile() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setBolt(HOSTILE, new Complaining(), 1).shuffleGrouping("numbers");
        return builder.createTopology();
    }

    /** Its bolts have long names that differ at their ends. */
    public static StormTopology alike() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        for (int i = 1; i <= 2; i++) {
            String id = "enrich-orders-by-country-and-region-" + i;
            builder.setBolt(id, new Relay(), 1).shuffleGrouping("numbers");
        }
        return builder.createTopology();
    }

    /** Its values are markup, control characters, and a very long text; some of it fails. */
    public static StormTopology hostileValues() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Hostile(), 1);
        builder.setBolt("relay", new Relay(), 2).shuffleGrouping("words");
        builder.setBolt("judge", new Failing(), 1).shuffleGrouping("relay");
        return builder.createTopology();
    }

    /** As many executors as are asked for, and one. */
    public static StormTopology wide(int executors) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(), 1);
        builder.setBolt("relay", new Relay(), executors / 2).shuffleGrouping("numbers");
        builder.setBolt("last", new Slow(), executors - executors / 2)
                .fieldsGrouping("relay", new Fields("n"));
        return builder.createTopology();
    }

    @Override
    public void close() {
        parkNs = 0;
        nimbus.close();
    }

    static class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1L;
        private static final long PAUSE_NS = 500_000;
        private transient @Nullable SpoutOutputCollector collector;
        private long next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            if (next % 20 == 0) {
                LockSupport.parkNanos(PAUSE_NS); // leaves something of the machine to the browser
            }
            next++;
            Objects.requireNonNull(collector).emit(new Values(next), next);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    static final class Hostile extends Numbers {
        private static final long serialVersionUID = 1L;
        private static final List<String> WORDS =
                List.of(HOSTILE, "bell\u0007 escape\u001b[31m turn\u202e", "x".repeat(100_000));

        /** In no order: of words in turn, one message in a time might always be the same word. */
        private final Random random = new Random(1);

        private transient @Nullable SpoutOutputCollector out;
        private int next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            LockSupport.parkNanos(20_000_000);
            String word = WORDS.get(random.nextInt(WORDS.size()));
            Objects.requireNonNull(out).emit(new Values(word), next++);
        }
    }

    static final class Failing extends Relay {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input) {
            if (input.getString(0).equals(HOSTILE)) {
                out().fail(input);
            } else {
                out().ack(input);
            }
        }
    }

    static class Relay extends BaseRichBolt {
        private static final long serialVersionUID = 1L;
        private transient @Nullable OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        OutputCollector out() {
            return Objects.requireNonNull(collector);
        }

        @Override
        public void execute(Tuple input) {
            out().emit(input, new Values(input.getValue(0)));
            out().ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
            declarer.declareStream("never", new Fields("n"));
        }
    }

    static final class Slow extends Relay {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input) {
            long park = parkNs;
            if (park > 0) {
                LockSupport.parkNanos(park);
            }
            out().ack(input);
        }
    }

    static final class Complaining extends Relay {
        private static final long serialVersionUID = 1L;
        private int executed;

        @Override
        public void execute(Tuple input) {
            if (executed++ < 5) {
                out().reportError(new IllegalStateException(HOSTILE));
            }
            out().ack(input);
        }
    }
}
