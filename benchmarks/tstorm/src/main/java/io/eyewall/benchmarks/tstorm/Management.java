package io.eyewall.benchmarks.tstorm;

import io.eyewall.benchmarks.tstorm.topology.IdleTopology;
import io.eyewall.model.calibration.LeastSquares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/management}: measures the traffic of an idle cluster with ZooKeeper and Nimbus
 * by hosts, workers and tasks, and fits a linear model to it ({@link
 * io.eyewall.model.paper.ManagementCost}).
 */
@Command(
        name = "benchmarks/management",
        description =
                "What managing a Storm cluster sends to ZooKeeper and Nimbus: idle topologies in"
                        + " laboratories with Storm's own periods. Needs iptables.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class Management implements Callable<Integer> {
    private static final int LIMIT_S = 300;
    private static final String NAME = "idle";

    /**
     * Relative standard deviation of a measurement; the same for all, so that small windows have
     * the same weight.
     */
    private static final double SD = 0.05;

    private static final double UNKNOWN = 1e9;

    /**
     * The workers and tasks of the measured topologies, on all hosts; the first entry is a cluster
     * without a topology.
     */
    private static final int[][] TOPOLOGIES = {{0, 0}, {1, 8}, {2, 64}, {4, 64}};

    private static final int[] HOSTS = {1, 3};

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Of each window (default: ${DEFAULT-VALUE}).")
    private int seconds = 60;

    @Option(
            names = "--settle",
            paramLabel = "N",
            description = "Seconds before each window (default: ${DEFAULT-VALUE}).")
    private int settle = 30;

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Option(names = "--home", hidden = true, required = true, description = "Of the checkout.")
    private Path home = Path.of("");

    /** A measured window: its configuration and the traffic per second. */
    private record Window(
            int hosts,
            int workers,
            int tasks,
            double requests,
            double zooKeeperBytes,
            double nimbusBytes) {
        double[] size() {
            return new double[] {1, hosts, workers, tasks};
        }
    }

    /** Runs the command; see {@code --help} for the arguments. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Management()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Arguments.atLeast(spec, "--seconds", seconds, 1);
        Arguments.atLeast(spec, "--settle", settle, 0);
        List<Window> windows = new ArrayList<>();
        say("| hosts | workers | tasks | requests/s | ZooKeeper, bytes/s | Nimbus, bytes/s |");
        say("|---|---|---|---|---|---|");
        for (int hosts : HOSTS) {
            List<String> options =
                    List.of(
                            "--hosts=" + hosts,
                            "--slots=4",
                            "--network=namespaces",
                            "--storm-timings");
            try (Laboratory lab = new Laboratory(new Checkout(home), options)) {
                Counters.start(lab);
                for (int[] topology : TOPOLOGIES) {
                    windows.add(window(lab, hosts, topology[0], topology[1]));
                }
            }
        }
        say("");
        say("| per second | alone | a host | a worker | a task | greatest error |");
        say("|---|---|---|---|---|---|");
        line("requests", windows, Window::requests);
        line("ZooKeeper, bytes", windows, Window::zooKeeperBytes);
        line("Nimbus, bytes", windows, Window::nimbusBytes);
        return 0;
    }

    private Window window(Laboratory lab, int hosts, int workers, int tasks)
            throws IOException, InterruptedException {
        if (workers > 0) {
            lab.submit(
                    IdleTopology.class,
                    List.of(NAME, Integer.toString(workers), Integer.toString(tasks)));
            Laboratory.await(LIMIT_S, workers + " workers", () -> workers(lab) == workers);
        }
        Thread.sleep(settle * 1_000L);
        Counters before = Counters.now(lab);
        final long fromNs = System.nanoTime();
        Thread.sleep(seconds * 1_000L);
        Counters after = Counters.now(lab);
        double secs = (System.nanoTime() - fromNs) / 1e9;
        Window window =
                new Window(
                        hosts,
                        workers,
                        tasks,
                        (after.requests() - before.requests()) / secs,
                        (after.zooKeeperBytes() - before.zooKeeperBytes()) / secs,
                        (after.nimbusBytes() - before.nimbusBytes()) / secs);
        say(
                "| %d | %d | %d | %.2f | %.0f | %.0f |",
                hosts,
                workers,
                tasks,
                window.requests(),
                window.zooKeeperBytes(),
                window.nimbusBytes());
        if (workers > 0) {
            lab.must(List.of("storm", "kill", NAME, "-w", "0"));
            Laboratory.await(LIMIT_S, "the end of workers", () -> workers(lab) == 0);
        }
        return window;
    }

    private static int workers(Laboratory lab) throws IOException, InterruptedException {
        return Laboratory.workers(lab.status(), NAME + "-").size();
    }

    private static void line(String name, List<Window> windows, ToDoubleFunction<Window> what) {
        double[] none = {0, 0, 0, 0};
        double[] anything = {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
        LeastSquares squares = new LeastSquares(none, anything);
        for (Window window : windows) {
            double measured = what.applyAsDouble(window);
            squares.observe(window.size(), measured, SD * measured);
        }
        double[] line = squares.solve();
        double worst = 0;
        for (Window window : windows) {
            double fitted = 0;
            for (int i = 0; i < line.length; i++) {
                fitted += line[i] * window.size()[i];
            }
            worst = Math.max(worst, Math.abs(fitted / what.applyAsDouble(window) - 1));
        }
        say(
                "| %s | %.2f | %.2f | %.2f | %.3f | %.0f%% |",
                name, line[0], line[1], line[2], line[3], 100 * worst);
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
