package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.accuracy.Work;
import io.eyewall.benchmarks.report.WrongUsage;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code benchmarks/random-speed}: drawn topologies on Eyewall and on Storm, in turn. */
@Command(
        name = "benchmarks/random-speed",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Draws topologies and runs each on Eyewall and on Storm, in turn, each time in a"
                        + " fresh JVM, with the defaults of both. The table goes to stdout, the"
                        + " slowest beside Storm first, progress to stderr.",
        footer = {
            "",
            "A topology is known by its seed: the same on every machine. Work is a number of"
                    + " instructions, not a time, so that a thread that has no processor does none.",
            "",
            "Exit codes: 0 nothing was slower than Storm, 1 something was, 2 wrong usage."
        })
public final class RandomSpeedMain implements Callable<Integer> {
    /** Less is noise. */
    private static final double SAME = 0.97;

    private static final long LIMIT_SECONDS = 120;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Parameters(index = "0", paramLabel = "FIRST", description = "The first seed.")
    private long first;

    @Parameters(index = "1", paramLabel = "COUNT", description = "How many seeds.")
    private int count;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs on each system; the median counts. Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "How long a run is left alone, and then measured, again and again until two"
                            + " measurements agree. Default: ${DEFAULT-VALUE}")
    private long seconds;

    @Option(
            names = "-c",
            paramLabel = "KEY=VALUE",
            description = "A setting of Eyewall, such as eyewall.placement=off. May be repeated.")
    private List<String> settings = new ArrayList<>();

    /** A topology with what it came to. */
    private record Pair(RandomTopology topology, Outcome eyewall, Outcome storm) {
        /** More than what is due is what was late before. */
        double ratio() {
            int cores = Runtime.getRuntime().availableProcessors();
            double due = topology.acked() ? topology.ratePerSecond(cores) : 0;
            double most = due == 0 ? Double.MAX_VALUE : due;
            return Math.min(most, eyewall.unitsPerSecond())
                    / Math.min(most, storm.unitsPerSecond());
        }
    }

    private RandomSpeedMain() {}

    /** Ends with the exit status that the description promises. */
    public static void main(String[] args) {
        System.exit(
                new CommandLine(new RandomSpeedMain())
                        .setParameterExceptionHandler(WrongUsage::report)
                        .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter progress = command.commandLine().getErr();
        ClassPaths classPaths = ClassPaths.ofBuild();
        double roundsPerUs = Work.roundsPerUs();
        List<Pair> pairs = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            RandomTopology topology = RandomTopology.of(seed);
            List<Outcome> eyewall = new ArrayList<>();
            List<Outcome> storm = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                if (round % 2 == 0) {
                    eyewall.add(run(classPaths, Family.EYEWALL, seed, roundsPerUs));
                    storm.add(run(classPaths, Family.STORM, seed, roundsPerUs));
                } else {
                    storm.add(run(classPaths, Family.STORM, seed, roundsPerUs));
                    eyewall.add(run(classPaths, Family.EYEWALL, seed, roundsPerUs));
                }
            }
            Pair pair = new Pair(topology, Outcome.median(eyewall), Outcome.median(storm));
            pairs.add(pair);
            progress.println(line(pair));
            progress.flush();
        }
        pairs.sort(Comparator.comparingDouble(Pair::ratio));
        PrintWriter out = command.commandLine().getOut();
        out.println(
                "| seed | units/s | of Storm's | CPU us per unit | Storm | 99% us | Storm |"
                        + " topology |");
        out.println("|---|---|---|---|---|---|---|---|");
        pairs.forEach(pair -> out.println(line(pair)));
        long slower = pairs.stream().filter(pair -> pair.ratio() < SAME).count();
        out.printf(Locale.ROOT, "%nSlower than Storm: %d of %d.%n", slower, pairs.size());
        out.flush();
        return slower == 0 ? 0 : 1;
    }

    private static String line(Pair pair) {
        return String.format(
                Locale.ROOT,
                "| %d | %.0f | %.2f | %.1f | %.1f | %.0f | %.0f | %s |",
                pair.topology().seed(),
                pair.eyewall().unitsPerSecond(),
                pair.ratio(),
                pair.eyewall().cpuUs(),
                pair.storm().cpuUs(),
                pair.eyewall().p99Us(),
                pair.storm().p99Us(),
                pair.topology());
    }

    private Outcome run(ClassPaths classPaths, Family family, long seed, double roundsPerUs)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("-Xmx1g");
        line.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        line.add("-cp");
        line.add(classPaths.of(family));
        line.add(RandomChild.class.getName());
        line.add(Long.toString(seed));
        line.add(Long.toString(seconds));
        line.add(Double.toString(roundsPerUs));
        if (family == Family.EYEWALL) {
            line.addAll(settings);
        }
        Process child = new ProcessBuilder(line).redirectErrorStream(true).start();
        List<String> printed = new ArrayList<>();
        try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
            String read;
            while ((read = reader.readLine()) != null) {
                if (Outcome.isLine(read)) {
                    return Outcome.parse(read);
                }
                printed.add(read);
            }
        } finally {
            if (!child.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        }
        throw new IOException(
                "seed %d on %s: the run ended without a result; it printed:%n%s"
                        .formatted(seed, family, String.join("\n", printed)));
    }
}
