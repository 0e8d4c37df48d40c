package io.eyewall.differential.program.acking;

import io.eyewall.differential.program.Errors;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.ReportedFailedException;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Programs about basic bolts, which ack automatically, and about bolts that use their collector on
 * other threads.
 */
public final class BasicBoltPrograms {
    private BasicBoltPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "basic-bolt",
                        "A basic bolt anchors what it emits and acks its input.",
                        "topology/BasicBoltExecutor.java",
                        BasicBoltPrograms::basic),
                Program.of(
                        "basic-bolt-failed-exception",
                        "FailedException in a basic bolt fails the tuple and nothing else.",
                        "topology/BasicBoltExecutor.java",
                        stage -> failing(stage, false)),
                Program.of(
                        "basic-bolt-reported-failed-exception",
                        "ReportedFailedException fails the tuple and is reported as an error.",
                        "topology/BasicBoltExecutor.java",
                        stage -> failing(stage, true)),
                Program.of(
                        "foreign-threads",
                        "Bolts may emit and ack from threads of their own.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        BasicBoltPrograms::foreignThreads),
                Program.of(
                        "foreign-thread-fails",
                        "Bolts may fail tuples from threads of their own.",
                        "executor/bolt/BoltOutputCollectorImpl.java",
                        BasicBoltPrograms::foreignFails));
    }

    /** Emits its input plus one; on request, throws for multiples of three. */
    static final class PlusOne extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        private final String throwing;
        private transient Probe probe;

        PlusOne(String throwing) {
            this.throwing = throwing;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context) {
            probe = Probe.of(conf);
            probe.note("calls", "prepare");
        }

        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            int n = input.getInteger(0);
            collector.emit(new Values(n + 1));
            if (n % 3 == 0 && throwing.equals("failed")) {
                throw new FailedException("multiple of three: " + n);
            }
            if (n % 3 == 0 && throwing.equals("reported")) {
                throw new ReportedFailedException("reported multiple of three: " + n);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    private static void basic(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(10));
        builder.setBolt("plus", new PlusOne("nothing")).shuffleGrouping("source");
        builder.setBolt("again", new PlusOne("nothing")).shuffleGrouping("plus");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("again");
        stage.submit(builder);
        stage.await("acked", 10);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("acked", stage.probe().notes("acked"));
    }

    private static void failing(Stage stage, boolean reported) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(6));
        builder.setBolt("plus", new PlusOne(reported ? "reported" : "failed"))
                .shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("plus");
        RunningTopology topology = stage.submit(builder);
        stage.await("acked", 4);
        stage.await("failed", 2);
        stage.await("received", 6);
        stage.fact("received", stage.probe().notes("received"));
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
        if (reported) {
            stage.awaitTrue("two errors", () -> Errors.count(topology.info(), "plus") >= 2);
        }
        stage.fact("errors", Errors.of(topology.info()));
        stage.fact("status", topology.status());
    }

    /** Processes its tuples on a pool of three threads. */
    static final class Pooled extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private final boolean failing;
        private transient ExecutorService pool;
        private transient OutputCollector collector;

        Pooled(boolean failing) {
            this.failing = failing;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.pool = Executors.newFixedThreadPool(3);
            this.collector = collector;
        }

        @Override
        public void execute(Tuple input) {
            pool.execute(
                    () -> {
                        collector.emit(input, new Values(input.getInteger(0)));
                        if (failing && input.getInteger(0) % 2 == 0) {
                            collector.fail(input);
                        } else {
                            collector.ack(input);
                        }
                    });
        }

        @Override
        public void cleanup() {
            pool.shutdownNow();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    private static void foreignThreads(Stage stage) throws Exception {
        int count = 2000;
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(count));
        builder.setBolt("pooled", new Pooled(false), 2).shuffleGrouping("source");
        builder.setBolt("pooledToo", new Pooled(false), 2).shuffleGrouping("pooled");
        builder.setBolt("sink", ProbeBolt.recording(), 2).shuffleGrouping("pooledToo");
        stage.submit(builder);
        stage.await("acked", count);
        stage.fact("received", stage.probe().notes("received").stream().distinct().count());
        stage.fact("acked", stage.probe().notes("acked").stream().distinct().count());
        stage.fact("failed", stage.probe().notes("failed"));
    }

    private static void foreignFails(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(20));
        builder.setBolt("pooled", new Pooled(true)).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("pooled");
        stage.submit(builder);
        stage.await("acked", 10);
        stage.await("failed", 10);
        stage.fact("acked", stage.sorted("acked"));
        stage.fact("failed", stage.sorted("failed"));
    }
}
