package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.accuracy.Work;
import io.eyewall.benchmarks.report.WrongUsage;
import io.eyewall.benchmarks.scenario.runner.ChildFailedException;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code benchmarks/random-speed}: runs drawn topologies on Eyewall and on Storm in turn. */
@Command(
        name = "benchmarks/random-speed",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Draws topologies and runs each on Eyewall and on Storm, in turn, each time in a"
                        + " fresh JVM, with the defaults of both, and on Eyewall at the best static"
                        + " places, where all can be tried. The table goes to stdout and into a file,"
                        + " the slowest beside Storm first, progress to stderr. What is worse than"
                        + " Storm is made simpler as long as it stays so.",
        footer = {
            "",
            "A topology is known by its seed: the same on every machine. Work is a number of"
                    + " instructions, not a time, so that a thread that has no processor does none.",
            "",
            "Exit codes: 0 nothing was worse than Storm (rate, processor time, latency), 1"
                    + " something was, 2 wrong usage."
        })
public final class RandomSpeedMain implements Callable<Integer> {
    private static final double NEAR_BEST = 0.95;

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

    @Option(
            names = "--change",
            paramLabel = "CHANGE",
            description =
                    "Make the topology simpler, as printed for one that is worse than Storm. May be"
                            + " repeated.")
    private List<String> changes = new ArrayList<>();

    @Option(
            names = "--no-places",
            description = "Do not look for the best static places, which takes minutes for each.")
    private boolean withoutPlaces;

    @Option(
            names = "--shrink",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Of a topology that is worse than Storm, run up to N simpler ones. Default:"
                            + " ${DEFAULT-VALUE}")
    private int shrink;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Where the table goes, written anew after each topology. Default:"
                            + " benchmarks/target/random-speed-FIRST-COUNT.md")
    private @Nullable Path report;

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
        List<Change> simpler = simpler();
        PrintWriter progress = command.commandLine().getErr();
        ClassPaths classPaths = ClassPaths.ofBuild();
        Path file =
                report == null
                        ? classPaths
                                .directory()
                                .resolveSibling("random-speed-%d-%d.md".formatted(first, count))
                        : report;
        Systems systems = new Systems(classPaths, Work.roundsPerUs(), seconds, settings);
        List<Comparison> all = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        boolean failed = false;
        for (long seed = first; seed < first + count; seed++) {
            Draw draw = Draw.of(seed, simpler);
            try {
                compare(draw, systems, all, commands, file);
            } catch (ChildFailedException e) { // the other draws can still be run
                failed = true;
                commands.add(Shrinker.command(draw) + "  # has no result");
                progress.println(e.getMessage());
                progress.flush();
            }
            Files.writeString(file, table(all, commands));
        }
        PrintWriter out = command.commandLine().getOut();
        out.print(table(all, commands));
        out.flush();
        progress.println("written to " + file);
        progress.flush();
        return !failed && all.stream().allMatch(one -> one.worse().isEmpty()) ? 0 : 1;
    }

    private void compare(
            Draw draw, Systems systems, List<Comparison> all, List<String> commands, Path file)
            throws IOException, InterruptedException {
        PrintWriter progress = command.commandLine().getErr();
        Comparison one = Comparison.of(draw, systems, rounds, !withoutPlaces);
        all.add(one);
        progress.println(one.line());
        progress.flush();
        if (!one.worse().isEmpty() && shrink > 0) {
            Files.writeString(file, table(all, commands));
            Draw smallest = shrunk(one, systems);
            commands.add(Shrinker.command(smallest) + "  # " + smallest);
            progress.println(commands.get(commands.size() - 1));
            progress.flush();
        }
    }

    private List<Change> simpler() {
        try {
            List<Change> simpler = changes.stream().map(Change::parse).toList();
            Draw.of(first, simpler);
            return simpler;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** Returns the simplest draw that is worse in the same measures as this one. */
    private Draw shrunk(Comparison one, Systems systems) throws IOException, InterruptedException {
        Shrinker shrinker =
                new Shrinker(
                        draw ->
                                Comparison.of(draw, systems, rounds, false)
                                        .worse()
                                        .containsAll(one.worse()),
                        shrink);
        return shrinker.shrink(one.draw());
    }

    private String table(List<Comparison> all, List<String> commands) {
        List<Comparison> worstFirst =
                all.stream().sorted(Comparator.comparingDouble(Comparison::ratio)).toList();
        StringBuilder text = new StringBuilder(Comparison.HEADING).append('\n');
        worstFirst.forEach(one -> text.append(one.line()).append('\n'));
        long worse = all.stream().filter(one -> !one.worse().isEmpty()).count();
        List<Comparison> tried = all.stream().filter(one -> one.nailed().isPresent()).toList();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%nWorse than Storm in something: %d of %d, slower: %d. Of %d whose places could all"
                                + " be tried, %d reach 95%% of the best.%n",
                        worse,
                        all.size(),
                        all.stream().filter(one -> one.worse().contains("rate")).count(),
                        tried.size(),
                        tried.stream().filter(one -> one.ratioOfBest() >= NEAR_BEST).count()));
        if (!commands.isEmpty()) {
            text.append("\nThe simplest that are still worse, and what has no result:\n\n");
            commands.forEach(line -> text.append("    ").append(line).append('\n'));
        }
        return text.toString();
    }
}
