package io.eyewall.cli.plan;

import io.eyewall.cli.AlgorithmOptions;
import io.eyewall.cli.JsonOption;
import io.eyewall.cli.remote.JsonLine;
import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Processes;
import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.PlacementService;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.wire.Arguments;
import io.eyewall.engine.metrics.PlacementReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall plan}: what placement by traffic does in a running process, and how. */
@Command(
        name = "plan",
        description =
                "Look into the placement of running topologies, change how it is done, or predict what"
                        + " they would do elsewhere.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlanCommand.Show.class,
            PlanCommand.Use.class,
            RecordCommand.class,
            PredictCommand.class
        })
public final class PlanCommand {
    private static final int NOBODY_ANSWERED = 1;

    /** Something that a process is asked for. */
    private interface Question {
        String ask(ControlClient process) throws IOException;
    }

    /** Asks, prints, and says how the command ends. */
    private static int ask(CommandSpec command, @Nullable Long pid, Question question)
            throws IOException {
        CommandLine line = command.commandLine();
        try {
            Processes processes = new Processes(ControlFolder.ofUser(), line.getErr()::println);
            ControlClient process = processes.one(pid);
            try {
                line.getOut().println(question.ask(process));
                line.getOut().flush();
                return 0;
            } catch (IllegalArgumentException | IllegalStateException e) {
                line.getErr().println("eyewall: process " + process.pid() + ": " + e.getMessage());
                return CommandLine.ExitCode.USAGE;
            }
        } catch (NobodyException | ProcessGoneException | ControlException e) {
            line.getErr().println("eyewall: " + e.getMessage());
            return NOBODY_ANSWERED;
        }
    }

    /** {@code eyewall plan show}. */
    @Command(
            name = "show",
            description =
                    "Print where the executors of a running 'eyewall run' are, what they use and"
                            + " send, where they should be and why, and what became of the last"
                            + " change.",
            footer = {"", "Exit codes: 0 printed, 1 nobody answered, 2 wrong usage."},
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true)
    static final class Show implements Callable<Integer> {
        @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

        @Parameters(
                arity = "0..1",
                paramLabel = "PID",
                description = "The process; not needed where only one runs.")
        private @Nullable Long pid;

        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;

        @Override
        public Integer call() throws IOException {
            return ask(command, pid, this::show);
        }

        private String show(ControlClient process) throws IOException {
            List<RemoteTopology> topologies = process.topologies();
            Optional<PlacementReport> report = known(topologies);
            return json
                    ? PlanJson.of(topologies, report)
                    : PlanText.of(topologies, report).stripTrailing();
        }

        /** Of the topology submitted last that has one: all have the same but those over. */
        private static Optional<PlacementReport> known(List<RemoteTopology> topologies) {
            return topologies.stream()
                    .map(RemoteTopology::placement)
                    .filter(report -> report.lastLook().isPresent())
                    .reduce((earlier, later) -> later);
        }
    }

    /** {@code eyewall plan use}. */
    @Command(
            name = "use",
            description =
                    "Let a running 'eyewall run' find places in another way from its next look on:"
                            + " by another algorithm or with other parameters, while everything"
                            + " goes on. Plug-ins (eyewall.placement.plugins) are read anew.",
            footer = {
                "",
                "Exit codes: 0 done, 1 nobody answered, 2 wrong usage or refused: all stays as it"
                        + " was."
            },
            mixinStandardHelpOptions = true,
            usageHelpAutoWidth = true)
    static final class Use implements Callable<Integer> {
        @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

        @Mixin private AlgorithmOptions choice = new AlgorithmOptions();

        @Mixin private JsonOption json = new JsonOption();

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "PID",
                description = "The process; not needed where only one runs.")
        private @Nullable Long pid;

        @Override
        public Integer call() throws IOException {
            Integer periodSecs = choice.periodSecs();
            if (periodSecs != null && (periodSecs < 1 || periodSecs > 3600)) {
                throw new ParameterException(
                        command.commandLine(),
                        "--period is " + periodSecs + ", outside 1 to 3600 seconds");
            }
            return ask(command, pid, this::use);
        }

        private String use(ControlClient process) {
            process.call(
                    PlacementService.NAME,
                    new Arguments.Placement(
                            choice.algorithm(), choice.parameters(), choice.periodSecs()));
            if (json.isGiven()) {
                return JsonLine.of(
                        line -> {
                            line.writeNumberField("pid", process.pid());
                            line.writeStringField("algorithm", choice.algorithm());
                            line.writeObjectFieldStart("parameters");
                            for (Map.Entry<String, Double> each : choice.parameters().entrySet()) {
                                line.writeNumberField(each.getKey(), each.getValue());
                            }
                            line.writeEndObject();
                        });
            }
            return choice.isOff()
                    ? "executors stay where they are"
                    : "places are found by " + choice.algorithm() + " from the next look on";
        }
    }
}
