package io.eyewall.cli.simulate;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.model.simulation.Simulator;
import io.eyewall.model.simulation.result.SimulationResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall simulate}: runs the simulator on a description. */
@Command(
        name = "simulate",
        description =
                "Simulate topologies on a cluster: machines, links, queues, failures,"
                        + " and the real placement algorithms. docs/guides/simulator.md"
                        + " describes the format.",
        footer = {
            "",
            "Exit codes: 0 simulated, 1 the description is wrong or a file can't be written, 2 wrong"
                    + " usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class SimulateCommand implements Callable<Integer> {
    private static final double NS_PER_SEC = 1e9;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(index = "0", paramLabel = "FILE", description = "The description, in YAML.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print JSON, one object per run.")
    private boolean json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with plots over time to this file.")
    private @Nullable Path html;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write only the plots to this file.")
    private @Nullable Path svg;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        try {
            Description description = Description.read(file);
            List<Outcome> outcomes = new ArrayList<>();
            for (Description.Run run : description.runs()) {
                outcomes.add(simulate(run));
            }
            if (json) {
                outcomes.forEach(outcome -> out.println(OutcomeJson.toJson(outcome)));
            } else {
                OutcomeText.lines(description, outcomes).forEach(out::println);
            }
            out.flush();
            if (html != null) {
                write(html, "--html", OutcomePage.html(description, outcomes));
            }
            if (svg != null) {
                write(svg, "--svg", OutcomePage.svg(description, outcomes));
            }
            return ExitCode.OK;
        } catch (DescriptionException e) {
            err.println("eyewall: " + e.getMessage());
            err.flush();
            return ExitCode.FAILED;
        }
    }

    private Outcome simulate(Description.Run run) throws DescriptionException {
        long startNs = System.nanoTime();
        try {
            SimulationResult result = Simulator.run(run.spec());
            return new Outcome(run.name(), result, (System.nanoTime() - startNs) / NS_PER_SEC);
        } catch (IllegalArgumentException e) { // thrown if parts of the description conflict
            throw new DescriptionException(
                    "%s, run '%s': %s".formatted(file, run.name(), e.getMessage()));
        }
    }

    private static void write(Path target, String option, String text) throws DescriptionException {
        try {
            Files.writeString(target, text);
        } catch (IOException e) {
            throw new DescriptionException(
                    "%s %s can't be written: %s; name a file in an existing folder"
                            .formatted(option, target, e));
        }
    }
}
