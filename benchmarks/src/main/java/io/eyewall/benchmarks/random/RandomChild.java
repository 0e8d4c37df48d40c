package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.scenario.child.ProcessGauge;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.storm.Config;

/**
 * Runs a draw in this JVM, and prints an {@link Outcome}, or the best {@link Places}. The arguments
 * are {@code SEED SECONDS ROUNDS_PER_US HOW [CHANGE|KEY=VALUE ...]}. {@code HOW} is {@code local},
 * to run on the {@code LocalCluster} on the class path; {@code search}, to find the best places in
 * our engine; or places, to run the draw there. A {@code KEY} has a dot before its equals sign.
 */
public final class RandomChild {
    /** The mode that tries all placements. */
    static final String SEARCH = "search";

    /** The mode that runs a topology on the LocalCluster, as users do. */
    static final String LOCAL = "local";

    private static final int MAX_UNDER_WAY = 500;
    private static final int MAX_WINDOWS = 8;
    private static final double SAME = 0.05;

    private final Draw draw;
    private final Window window;
    private final double roundsPerUs;
    private final Map<String, Object> settings = new HashMap<>();

    private RandomChild(Draw draw, double roundsPerUs) {
        this.draw = draw;
        this.window = new Window(draw);
        this.roundsPerUs = roundsPerUs;
    }

    /** Runs a draw; see the class. Ends the JVM, even if threads still run. */
    public static void main(String[] args) throws Exception {
        List<Change> changes = new ArrayList<>();
        Map<String, Object> settings = new HashMap<>();
        for (String argument : List.of(args).subList(4, args.length)) {
            int equals = argument.indexOf('=');
            if (argument.substring(0, equals).contains(".")) {
                settings.put(argument.substring(0, equals), argument.substring(equals + 1));
            } else {
                changes.add(Change.parse(argument));
            }
        }
        RandomChild child =
                new RandomChild(
                        Draw.of(Long.parseLong(args[0]), changes), Double.parseDouble(args[2]));
        child.settings.putAll(settings);
        print(child.run(Long.parseLong(args[1]), args[3]));
        Runtime.getRuntime().halt(0);
    }

    private String run(long seconds, String how) throws Exception {
        if (how.equals(LOCAL)) {
            start(Runner.localCluster());
        } else {
            Runner.Nailed nailed = new Runner.Nailed(draw);
            start(nailed);
            if (how.equals(SEARCH)) {
                TimeUnit.SECONDS.sleep(seconds); // to compile
                return PlaceSearch.best(draw, nailed, window).toString();
            }
            nailed.place(Places.parse(how));
        }
        TimeUnit.SECONDS.sleep(seconds); // to compile, and to find places
        return steady(seconds).line();
    }

    private void start(Runner runner) throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        for (int t = 0; t < draw.topologies().size(); t++) {
            RandomTopology drawn = draw.topologies().get(t);
            Map<String, Object> conf = new HashMap<>();
            conf.put(Config.TOPOLOGY_WORKERS, 1);
            conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 60);
            if (drawn.acked()) {
                conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, MAX_UNDER_WAY);
            } else {
                conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
            }
            conf.putAll(settings);
            double perSecond = draw.ratePerSecond(t, cores);
            runner.start(t, conf, TopologyMaker.make(drawn, t, roundsPerUs, perSecond));
        }
        for (int t = 0; t < draw.topologies().size(); t++) {
            while (Board.of(t).executions(0) == 0) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    @SuppressWarnings("SystemOut") // the parent JVM reads it
    private static void print(String line) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).println(Outcome.MARK + line);
    }

    /**
     * Measures windows until the rate is steady: while queues fill slowly, the first windows
     * contain effects that do not recur.
     */
    private Outcome steady(long seconds) throws InterruptedException {
        Outcome last = window.measure(seconds * 1_000);
        for (int i = 0; i < MAX_WINDOWS; i++) {
            Outcome next = window.measure(seconds * 1_000);
            double change = next.unitsPerSecond() / last.unitsPerSecond() - 1;
            last = next;
            if (Math.abs(change) < SAME) {
                break;
            }
        }
        return last;
    }

    /**
     * Measures the topologies of a draw for a window of time. For several topologies, the rate is
     * the geometric mean of their rates, so that each has the same weight, whatever its messages
     * are; latency is the longest.
     */
    record Window(Draw draw) {
        Outcome measure(long ms) throws InterruptedException {
            int count = draw.topologies().size();
            double[][] before = new double[count][];
            long failed = 0;
            for (int t = 0; t < count; t++) {
                Board.of(t).takeFromDue();
                before[t] = done(t);
                failed -= Board.of(t).fails();
            }
            final long beganNs = System.nanoTime();
            final long cpuNs = ProcessGauge.cpuNs();
            TimeUnit.MILLISECONDS.sleep(ms);
            final double passedNs = System.nanoTime() - beganNs;
            final double usedNs = ProcessGauge.cpuNs() - cpuNs;
            double logs = 0;
            double mean = 0;
            double p99 = 0;
            for (int t = 0; t < count; t++) {
                logs += Math.log(Math.max(1.0, leastGrowth(before[t], done(t))));
                failed += Board.of(t).fails();
                Histogram fromDue = Board.of(t).takeFromDue();
                mean = Math.max(mean, fromDue.getTotalCount() == 0 ? 0 : fromDue.getMean());
                p99 = Math.max(p99, (double) fromDue.getValueAtPercentile(99));
            }
            double units = Math.exp(logs / count);
            return new Outcome(
                    units * 1e9 / passedNs, usedNs / 1e3 / units, mean / 1e3, p99 / 1e3, failed);
        }

        /**
         * Returns the messages that were acked; if messages are not acked, those that each bolt has
         * executed. Several bolts may differ: while the queue of one fills, others go on.
         */
        private double[] done(int number) {
            Board board = Board.of(number);
            RandomTopology topology = draw.topologies().get(number);
            if (topology.acked()) {
                return new double[] {board.acks()};
            }
            List<Double> perMessage = topology.boltTuplesPerMessage();
            return IntStream.range(0, perMessage.size())
                    .filter(bolt -> perMessage.get(bolt) > 0)
                    .mapToDouble(bolt -> board.executions(bolt) / perMessage.get(bolt))
                    .toArray();
        }

        private static double leastGrowth(double[] before, double[] after) {
            return IntStream.range(0, before.length)
                    .mapToDouble(i -> after[i] - before[i])
                    .min()
                    .orElseThrow();
        }
    }
}
