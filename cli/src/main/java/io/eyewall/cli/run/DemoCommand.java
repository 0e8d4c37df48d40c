package io.eyewall.cli.run;

import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.console.ConsoleOption;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Version;
import io.eyewall.engine.metrics.ComponentMetrics;
import io.eyewall.engine.temporary.TemporaryFolder;
import io.eyewall.examples.wordcount.WordCountTopology;
import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall demo}: counts the words of text files exactly, with a Storm topology. */
@Command(
        name = "demo",
        description =
                "Count the words of text files by a Storm topology of ordinary spouts and bolts, in"
                        + " which every line is acked. A word is a run of ASCII letters and digits,"
                        + " in lower case.",
        footer = {
            "",
            "Exit codes: 0 counted, 1 the result could not be read, 2 wrong usage, 3 the topology"
                    + " failed, 130 interrupted."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class DemoCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--input",
            paramLabel = "FILE|DIR",
            description =
                    "Files or directories to read; in a directory, all text files"
                            + " (default: those of the project itself).")
    private List<Path> inputs = List.of();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of most frequent words to print (default: 20).")
    private int top;

    @Mixin private ConfOptions conf = new ConfOptions();

    @Mixin private ConsoleOption page = new ConsoleOption();

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        output.install();
        Map<String, Object> overrides = conf.install();
        List<Path> files = files();
        try (TemporaryFolder folder = TemporaryFolder.make("eyewall-demo")) {
            Path counts = folder.path().resolve("counts");
            Session session =
                    new Session(output.reporter(), output.console(), overrides, null, page);
            session.keepPage(); // the demo is short
            long beginNs = System.nanoTime();
            int code =
                    session.run(
                            "demo",
                            DemoCommand.class.getClassLoader(),
                            nimbus ->
                                    nimbus.start(
                                            "wordcount",
                                            WordCountTopology.conf(),
                                            topology(files, counts, cores(overrides)),
                                            new SubmitOptions(TopologyInitialStatus.ACTIVE)));
            double seconds = (System.nanoTime() - beginNs) / 1e9;
            if (code == ExitCode.OK) {
                warnOfReplays(session);
                print(Files.readAllLines(counts, StandardCharsets.US_ASCII), files, seconds);
                session.linger();
            }
            return code;
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path input : inputs.isEmpty() ? List.of(DemoInput.home()) : inputs) {
            if (!Files.isReadable(input)) {
                throw usageError("--input " + input + ": no such file, or it can't be read");
            }
            files.addAll(DemoInput.files(input));
        }
        if (files.isEmpty()) {
            throw usageError("no text files in " + (inputs.isEmpty() ? DemoInput.home() : inputs));
        }
        return files;
    }

    private static StormTopology topology(List<Path> files, Path counts, int cores) {
        List<String> paths = files.stream().map(file -> file.toAbsolutePath().toString()).toList();
        return WordCountTopology.builder(paths, counts.toString(), cores).createTopology();
    }

    private static int cores(Map<String, Object> overrides) {
        return ConfigKeys.intValue(
                ConfigKeys.CORES,
                overrides,
                Runtime.getRuntime().availableProcessors(),
                "command line");
    }

    private static void warnOfReplays(Session session) {
        long failed =
                session.topologies().stream()
                        .map(topology -> topology.metrics().byComponent())
                        .mapToLong(
                                components ->
                                        components
                                                .getOrDefault(
                                                        WordCountTopology.LINES,
                                                        ComponentMetrics.NONE)
                                                .failed())
                        .sum();
        if (failed > 0) {
            System.err.println(
                    "eyewall: " + failed + " lines were not acked in time and counted again");
        }
    }

    /**
     * Prints the result.
     *
     * @param counts lines of count, tab, word; the most frequent word first
     */
    private void print(List<String> counts, List<Path> files, double seconds) throws IOException {
        long words = 0;
        for (String line : counts) {
            words += Long.parseLong(line.substring(0, line.indexOf('\t')));
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        List<String> shown = counts.subList(0, Math.min(Math.max(0, top), counts.size()));
        if (output.json()) {
            printJson(shown, counts.size(), words, files.size(), bytes, seconds);
            return;
        }
        for (String line : shown) {
            int tab = line.indexOf('\t');
            System.out.printf("%9s %s%n", line.substring(0, tab), line.substring(tab + 1));
        }
        System.out.printf(
                Locale.ROOT,
                "%d words, %d different, in %d files (%.1f MB), %.2f s%n",
                words,
                counts.size(),
                files.size(),
                bytes / 1e6,
                seconds);
    }

    private void printJson(
            List<String> shown, int different, long words, int files, long bytes, double seconds) {
        JsonReporter reporter = new JsonReporter(output.console());
        for (String line : shown) {
            int tab = line.indexOf('\t');
            reporter.event(
                    "word",
                    json -> {
                        json.writeStringField("word", line.substring(tab + 1));
                        json.writeNumberField("count", Long.parseLong(line.substring(0, tab)));
                    });
        }
        reporter.event(
                "total",
                json -> {
                    json.writeNumberField("words", words);
                    json.writeNumberField("different", different);
                    json.writeNumberField("files", files);
                    json.writeNumberField("bytes", bytes);
                    json.writeNumberField("seconds", seconds);
                });
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
