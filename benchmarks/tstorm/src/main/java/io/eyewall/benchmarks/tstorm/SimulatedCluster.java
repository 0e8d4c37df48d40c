package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.ChainTopology;
import io.eyewall.placement.place.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/simulated-cluster}: compares chains of bolts on a real cluster with the
 * simulator, on one host whose two cores are the bottleneck, and on three hosts whose links are.
 */
@Command(
        name = "benchmarks/simulated-cluster",
        description =
                "The simulator beside Apache Storm on a laboratory: costs are measured with four"
                        + " small topologies, and others run and simulated.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class SimulatedCluster implements Callable<Integer> {
    private static final int LIMIT_S = 120;
    private static final String NAME = "chain";
    private static final int HOSTS = 3;
    private static final String LINK = "10mbit";
    private static final double LINK_BYTES_PER_SEC = 10e6 / 8;

    /**
     * The chains that calibrate the simulator: this one has little load; the next one has many
     * tuples that need no work.
     */
    private static final Chain CALM = Chain.of(1, 0, 20, 100, 1, 100, 1, 100, 1, 100);

    private static final Chain EMPTY = Chain.of(1, 0, 2000, 100, 1, 0, 1, 0, 1, 0);
    private static final Chain APART = Chain.of(2, 0, 20, 100, 1, 100, 1, 100, 1, 100);
    private static final Chain FAR = Chain.of(3, 0, 20, 100, 1, 100, 1, 100, 1, 100);

    private static final List<Chain> ON_ONE_HOST =
            List.of(
                    Chain.of(1, 0, 150, 100, 1, 2000, 1, 2000),
                    Chain.of(1, 0, 300, 100, 1, 2000, 1, 2000),
                    Chain.of(1, 0, 400, 100, 1, 2000, 1, 2000),
                    Chain.of(1, 0, 300, 100, 2, 4000, 1, 1000),
                    Chain.of(2, 0, 250, 100, 1, 1000, 2, 3000, 1, 1000),
                    Chain.of(1, 20, 0, 100, 1, 2000, 1, 1000),
                    Chain.of(1, 50, 0, 100, 1, 2000, 1, 2000, 1, 2000),
                    Chain.of(2, 50, 0, 100, 4, 3000, 2, 1000));

    private static final List<Chain> ON_LINKS =
            List.of(
                    Chain.of(2, 0, 200, 2000, 1, 100),
                    Chain.of(2, 0, 450, 2000, 1, 100),
                    Chain.of(2, 100, 0, 2000, 1, 100),
                    Chain.of(3, 0, 100, 4000, 1, 100, 1, 100),
                    Chain.of(3, 100, 0, 4000, 2, 100, 2, 100));

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Of each window (default: ${DEFAULT-VALUE}).")
    private int seconds = 40;

    @Option(
            names = "--settle",
            paramLabel = "N",
            description = "Seconds before each window (default: ${DEFAULT-VALUE}).")
    private int settle = 30;

    @Parameters(
            paramLabel = "cores|links",
            description = "What binds (default: first one, then the other).")
    private List<Bound> bounds = List.of(Bound.values());

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Option(names = "--home", hidden = true, required = true, description = "Of the checkout.")
    private Path home = Path.of("");

    private int runs;

    /** The resource that limits a chain. */
    private enum Bound {
        cores,
        links
    }

    /** Runs the command; see {@code --help} for the arguments. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SimulatedCluster()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Arguments.atLeast(spec, "--seconds", seconds, 1);
        Arguments.atLeast(spec, "--settle", settle, 0);
        Forecast forecast = new Forecast(1, Double.POSITIVE_INFINITY, 0, 0, Map.of());
        try (Laboratory lab = laboratory(1, List.of())) {
            forecast = calibrated(forecast, lab);
            if (bounds.contains(Bound.cores)) {
                say("");
                heading("one host of two cores");
                for (Chain chain : ON_ONE_HOST) {
                    compare(chain, run(lab, chain), forecast.of(chain));
                }
            }
        }
        if (!bounds.contains(Bound.links)) {
            return 0;
        }
        try (Laboratory lab = laboratory(HOSTS, List.of("--rate=" + LINK))) {
            forecast = forecast.on(HOSTS, LINK_BYTES_PER_SEC);
            Seen far = run(lab, FAR);
            forecast = forecast.fitted(Level.RACK, FAR, far.meanMs());
            say("");
            say("%s: %.2f ms, so %s", FAR, far.meanMs(), delay(forecast, Level.RACK));
            say("");
            heading("three hosts with links of " + LINK);
            for (Chain chain : ON_LINKS) {
                compare(chain, run(lab, chain), forecast.of(chain));
            }
        }
        return 0;
    }

    private Laboratory laboratory(int hosts, List<String> more)
            throws IOException, InterruptedException {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--hosts=" + hosts,
                                "--slots=4",
                                "--network=namespaces",
                                "-c",
                                "topology.bolt.wait.progressive.level2.count=0"));
        options.addAll(more);
        return new Laboratory(new Checkout(home), options);
    }

    /** Returns a forecast that is calibrated on one host. */
    private Forecast calibrated(Forecast none, Laboratory lab)
            throws IOException, InterruptedException {
        Seen calm = run(lab, CALM);
        Seen empty = run(lab, EMPTY);
        Seen apart = run(lab, APART);
        double overhead = Math.max(0, calm.cores() - CALM.rate() * CALM.workSec());
        int calls = 2 + EMPTY.bolts().size() + EMPTY.bolts().size() + 1; // and the acker's calls
        double tupleNs = Math.max(0, (empty.cores() - overhead) / empty.perSec() / calls * 1e9);
        Forecast forecast = new Forecast(1, none.linkBytesPerSec(), tupleNs, overhead, Map.of());
        forecast = forecast.fitted(Level.PROCESS, CALM, calm.meanMs());
        forecast = forecast.fitted(Level.NODE, APART, apart.meanMs());
        say("a worker: %.3f cores beside its executors", overhead);
        say("a tuple or ack: %.1f us of an executor", tupleNs / 1e3);
        say("%s: %.2f ms, so %s", CALM, calm.meanMs(), delay(forecast, Level.PROCESS));
        say("%s: %.2f ms, so %s", APART, apart.meanMs(), delay(forecast, Level.NODE));
        return forecast;
    }

    private static String delay(Forecast forecast, Level level) {
        double ms = forecast.delayNs(level) / 1e6;
        return String.format(
                Locale.ROOT, "%.2f ms on the way (%s)", ms, level.name().toLowerCase(Locale.ROOT));
    }

    /** Runs a chain on the cluster and kills it. */
    private Seen run(Laboratory lab, Chain chain) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("simulated-cluster");
        String name = NAME + "-" + ++runs;
        List<String> arguments = new ArrayList<>(List.of(name, folder.toString()));
        arguments.addAll(chain.arguments());
        lab.submit(ChainTopology.class, arguments);
        Laboratory.await(LIMIT_S, "acks of " + name, () -> !Run.read(folder).isEmpty());
        // A status request keeps both cores busy for a second, so it must precede the window.
        Set<Long> workers = Laboratory.workers(lab.status(), NAME);
        Thread.sleep(settle * 1_000L);
        long fromCpuMs = cpuMs(workers);
        long fromMs = System.currentTimeMillis();
        Thread.sleep(seconds * 1_000L);
        long toMs = System.currentTimeMillis();
        long usedMs = cpuMs(workers) - fromCpuMs;
        lab.must(List.of("storm", "kill", name, "-w", "0"));
        Laboratory.await(
                LIMIT_S,
                "the end of " + name,
                () -> Laboratory.workers(lab.status(), NAME).isEmpty());
        Run.Figures figures =
                new Run("", fromMs, List.of(), Run.read(folder)).figures(fromMs, toMs);
        double ms = toMs - fromMs;
        return new Seen(figures.acked() / ms * 1e3, figures.meanMs(), figures.p99Ms(), usedMs / ms);
    }

    private static long cpuMs(Set<Long> processes) throws IOException {
        long sum = 0;
        for (long pid : processes) {
            sum +=
                    ProcessHandle.of(pid)
                            .flatMap(handle -> handle.info().totalCpuDuration())
                            .orElseThrow(() -> new IOException("worker " + pid + " has ended"))
                            .toMillis();
        }
        return sum;
    }

    private static void heading(String what) {
        say("| %s | messages/s | | mean ms | | p99 ms | | cores | |", what);
        say("|---|---|---|---|---|---|---|---|---|");
    }

    private static void compare(Chain chain, Seen real, Seen simulated) {
        say(
                "| %s | %.0f | %s | %.2f | %s | %.1f | %s | %.2f | %s |",
                chain,
                real.perSec(),
                against(real.perSec(), simulated.perSec(), "%.0f"),
                real.meanMs(),
                against(real.meanMs(), simulated.meanMs(), "%.2f"),
                real.p99Ms(),
                against(real.p99Ms(), simulated.p99Ms(), "%.1f"),
                real.cores(),
                against(real.cores(), simulated.cores(), "%.2f"));
    }

    /** Formats the simulated value and its error. */
    private static String against(double real, double simulated, String format) {
        return String.format(
                Locale.ROOT, format + " (%+.0f%%)", simulated, 100 * (simulated / real - 1));
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
