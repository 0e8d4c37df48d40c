package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.scenario.child.ProcessGauge;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * Runs a drawn topology in this JVM, on the {@code LocalCluster} that is on its class path, and
 * prints an {@link Outcome}. {@code SEED SECONDS ROUNDS_PER_US [KEY=VALUE ...]}
 */
public final class RandomChild {
    private static final int MOST_UNDER_WAY = 500;
    private static final int MOST_WINDOWS = 8;
    private static final double SAME = 0.05;
    private static final String TOPOLOGY = "drawn";

    private RandomChild() {}

    /** Runs it; see the class. Ends the JVM, whatever still runs there. */
    public static void main(String[] args) throws Exception {
        RandomTopology drawn = RandomTopology.of(Long.parseLong(args[0]));
        long seconds = Long.parseLong(args[1]);
        double roundsPerUs = Double.parseDouble(args[2]);
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_WORKERS, 1);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 60);
        if (drawn.acked()) {
            conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, MOST_UNDER_WAY);
        } else {
            conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
        }
        for (String setting : List.of(args).subList(3, args.length)) {
            int equals = setting.indexOf('=');
            conf.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        ILocalCluster cluster =
                Class.forName("org.apache.storm.LocalCluster")
                        .asSubclass(ILocalCluster.class)
                        .getDeclaredConstructor()
                        .newInstance();
        cluster.submitTopology(TOPOLOGY, conf, build(drawn, roundsPerUs).createTopology());
        while (Board.executions() == 0) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        TimeUnit.SECONDS.sleep(seconds); // to compile, and to find places
        print(steady(drawn, seconds).line());
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings("SystemOut") // the parent JVM reads it
    private static void print(String line) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(line);
    }

    /** Where queues fill slowly, the first windows have what never comes again. */
    private static Outcome steady(RandomTopology drawn, long seconds) throws Exception {
        Outcome last = measure(drawn, seconds);
        for (int i = 0; i < MOST_WINDOWS; i++) {
            Outcome next = measure(drawn, seconds);
            double change = next.unitsPerSecond() / last.unitsPerSecond() - 1;
            last = next;
            if (Math.abs(change) < SAME) {
                break;
            }
        }
        return last;
    }

    private static Outcome measure(RandomTopology drawn, long seconds) throws Exception {
        Board.takeFromDue();
        long beganNs = System.nanoTime();
        long cpuNs = ProcessGauge.cpuNs();
        long before = units(drawn);
        long failed = Board.fails();
        TimeUnit.SECONDS.sleep(seconds);
        double units = Math.max(1, units(drawn) - before);
        double passedNs = System.nanoTime() - beganNs;
        double usedNs = ProcessGauge.cpuNs() - cpuNs;
        Histogram fromDue = Board.takeFromDue();
        return new Outcome(
                units * 1e9 / passedNs,
                usedNs / 1e3 / units,
                fromDue.getTotalCount() == 0 ? 0 : fromDue.getMean() / 1e3,
                fromDue.getValueAtPercentile(99) / 1e3,
                Board.fails() - failed);
    }

    private static long units(RandomTopology drawn) {
        return drawn.acked() ? Board.acks() : Board.executions();
    }

    /** The topology that Storm's API makes of it. */
    static TopologyBuilder build(RandomTopology drawn, double roundsPerUs) {
        double perSecond = drawn.ratePerSecond(Runtime.getRuntime().availableProcessors());
        TopologyBuilder builder = new TopologyBuilder();
        for (Part part : drawn.parts()) {
            if (part.isSpout()) {
                DrawnSpout spout = new DrawnSpout(drawn.acked(), perSecond / part.tasks());
                builder.setSpout(part.id(), spout, part.executors());
                continue;
            }
            BoltDeclarer bolt =
                    builder.setBolt(
                            part.id(),
                            new DrawnBolt(part, roundsPerUs, drawn.isLast(part)),
                            part.executors());
            bolt.setNumTasks(part.tasks());
            part.inputs().forEach(input -> subscribe(bolt, input));
        }
        return builder;
    }

    private static void subscribe(BoltDeclarer bolt, Part.Input input) {
        Fields key = new Fields("number");
        switch (input.grouping()) {
            case SHUFFLE -> bolt.shuffleGrouping(input.from());
            case LOCAL_OR_SHUFFLE -> bolt.localOrShuffleGrouping(input.from());
            case FIELDS -> bolt.fieldsGrouping(input.from(), key);
            case PARTIAL_KEY -> bolt.partialKeyGrouping(input.from(), key);
            case GLOBAL -> bolt.globalGrouping(input.from());
            case NONE -> bolt.noneGrouping(input.from());
            case ALL -> bolt.allGrouping(input.from());
        }
    }
}
