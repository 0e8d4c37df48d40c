package io.eyewall.control;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.generated.InvalidTopologyException;
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
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;

/** A topology of one spout and one bolt, with a bit of trouble if wanted. */
final class TestTopology {
    static final String SPOUT = "numbers";
    static final String BOLT = "sink";
    static final int SINKS = 4;

    /** What bolts were told, by the name of their topology. */
    static final Map<String, Map<String, String>> CREDENTIALS = new ConcurrentHashMap<>();

    /** What a bolt waits for in {@code prepare}, by the name of its topology. */
    static final Map<String, CountDownLatch> GATES = new ConcurrentHashMap<>();

    private static final AtomicInteger NEXT = new AtomicInteger();

    private TestTopology() {}

    /** What a bolt does about every number. */
    enum Trouble {
        NONE,
        REPORTS,
        THROWS
    }

    static Engine engine() {
        return Engine.start(EngineSettings.from(Map.of("eyewall.cores", 2)));
    }

    static RunningTopology submit(Engine engine, TopologyPlan plan) {
        return engine.submit(plan, SubmitSettings.of(TestTopology.class.getClassLoader()));
    }

    static TopologyPlan plan(Trouble trouble) {
        return plan("topology-" + NEXT.incrementAndGet(), trouble);
    }

    static TopologyPlan plan(String name, Trouble trouble) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(SPOUT, new Numbers()).setMaxSpoutPending(50);
        builder.setBolt(BOLT, new Sink(name, trouble), 1)
                .setNumTasks(SINKS)
                .addConfiguration("my.key", Map.of("a", 1.5, "b", "ß"))
                .fieldsGrouping(SPOUT, new Fields("n"));
        Map<String, Object> defaults = new HashMap<>(Utils.readDefaultConfig());
        defaults.put(Config.STORM_CLUSTER_MODE, "local");
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_DEBUG, false);
        conf.put("my.list", java.util.Arrays.asList("x", 2, 3.25, true, null, 1L << 40));
        try {
            return TopologyPlanner.plan(
                    name, name + "-1-2", defaults, conf, builder.createTopology());
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(e.get_msg(), e);
        }
    }

    @NullUnmarked // fields are set by open
    private static final class Numbers extends BaseRichSpout {
        private static final long serialVersionUID = 1L;

        private transient SpoutOutputCollector collector;
        private long next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values(next), next++);
            LockSupport.parkNanos(100_000);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    @NullUnmarked // fields are set by prepare
    private static final class Sink extends BaseRichBolt implements ICredentialsListener {
        private static final long serialVersionUID = 1L;

        private final String topology;
        private final Trouble trouble;
        private transient OutputCollector collector;

        Sink(String topology, Trouble trouble) {
            this.topology = topology;
            this.trouble = trouble;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector o) {
            collector = o;
            CountDownLatch gate = GATES.get(topology);
            if (gate != null) {
                await(gate);
            }
        }

        private static void await(CountDownLatch gate) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void setCredentials(Map<String, String> credentials) {
            CREDENTIALS.put(topology, credentials);
        }

        @Override
        public void execute(Tuple tuple) {
            if (trouble == Trouble.THROWS) {
                throw new IllegalStateException(
                        "bad number \ud800", new java.io.IOException("of input"));
            }
            if (trouble == Trouble.REPORTS) {
                collector.reportError(new IllegalArgumentException("odd"));
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
