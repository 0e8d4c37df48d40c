package io.eyewall.cli.flame;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.control.ControlException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.control.flame.FlameService;
import io.eyewall.control.flame.FlameService.By;
import io.eyewall.control.wire.WireJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code eyewall flame}: records a flame graph of a running topology. */
@Command(
        name = "flame",
        description =
                "Sample the stacks of a topology's process for some seconds; print"
                        + " them, one per line with its number of samples, or write a flame"
                        + " graph.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, there is no such topology, or several, or another"
                    + " flame graph is being recorded, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class FlameCommand extends Verb {
    private static final int DEFAULT_SECONDS = 5;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The topology's name or id, in any process.")
    private String name = "";

    @Option(
            names = "--seconds",
            paramLabel = "SECS",
            description = "Duration of the sampling, 1 to 60 (default: 5).")
    private int seconds = DEFAULT_SECONDS;

    @Option(
            names = "--period",
            paramLabel = "MS",
            description = "Time between two samples, 1 to 1000 milliseconds (default: 10).")
    private @Nullable Integer periodMs;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "How stacks are grouped: by component (default), beginning with the"
                            + " call that the engine made; or by thread, with all callers.")
    private String by = "component";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write to this file: .html is an interactive page, .svg a picture, any"
                            + " other name lines of text (default: lines on the standard output).")
    private @Nullable Path out;

    @Override
    protected void run() throws NobodyException, IOException {
        if (seconds < 1 || seconds > FlameService.MAX_SECONDS) {
            throw usageError(
                    "--seconds is " + seconds + ", expected 1 to " + FlameService.MAX_SECONDS);
        }
        By groupBy =
                switch (by) {
                    case "component" -> By.COMPONENT;
                    case "thread" -> By.THREAD;
                    default -> throw usageError("--by is " + by + ", expected component or thread");
                };
        RemoteTopology topology = processes().topology(name, pid()).topology();
        FlameGraph graph =
                WireJson.read(
                        topology.call(
                                FlameService.NAME,
                                new FlameService.Asked(seconds, groupBy, periodMs),
                                Duration.ofSeconds(seconds).plus(FlameService.READING)),
                        FlameGraph.class);
        if (graph == null) {
            throw new ControlException(topology.process() + " answered nothing");
        }
        if (json()) {
            out().println(
                            new String(
                                    WireJson.bytes(graph, FlamePage.MAX_BYTES),
                                    StandardCharsets.US_ASCII));
        } else if (out == null) {
            FlameText.foldedLines(graph).forEach(out()::println);
        }
        Path file = out;
        if (file != null) {
            write(graph, file);
            printForPeople(
                    "%d samples of topology '%s' in %s"
                            .formatted(graph.samples(), Printable.line(topology.name()), file));
        } else if (graph.samples() == 0) {
            problem("no samples: no thread of the process ran Java code");
        }
    }

    private void write(FlameGraph graph, Path file) {
        String fileName =
                Objects.requireNonNull(file.getFileName(), "a folder")
                        .toString()
                        .toLowerCase(Locale.ROOT);
        try {
            String text =
                    fileName.endsWith(".html")
                            ? FlamePage.html(graph)
                            : fileName.endsWith(".svg")
                                    ? FlameSvg.svg(graph)
                                    : String.join("\n", FlameText.foldedLines(graph)) + "\n";
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new IllegalStateException("--out " + file + " can't be written: " + e, e);
        }
    }

    private void printForPeople(String message) {
        if (!json()) {
            out().println(message);
        }
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command().commandLine(), message);
    }
}
