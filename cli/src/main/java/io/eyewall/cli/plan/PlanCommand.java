package io.eyewall.cli.plan;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall plan}: what placement by traffic does in a running process, and how. */
@Command(
        name = "plan",
        description = "Look into the placement of running topologies, or change how it is done.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PlanCommand.Show.class, PlanCommand.Use.class})
public final class PlanCommand {
    private static final int NOBODY_ANSWERED = 1;

    /** Asks, prints, and says how the command ends. */
    private static int ask(
            CommandSpec command, PlanRequest request, @Nullable Long pid, boolean json) {
        CommandLine line = command.commandLine();
        try {
            PlanClient.Answer answer = new PlanClient(PlanSockets.ofUser()).ask(request, pid);
            line.getOut().println(json ? answer.json() : answer.text().stripTrailing());
            line.getOut().flush();
            return 0;
        } catch (IOException e) {
            line.getErr().println("eyewall: " + e.getMessage());
            return NOBODY_ANSWERED;
        } catch (IllegalArgumentException e) {
            line.getErr().println("eyewall: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
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
        public Integer call() {
            return ask(command, PlanRequest.SHOW, pid, json);
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

        @Parameters(
                index = "0",
                paramLabel = "ALGORITHM",
                description =
                        "affinity, tstorm, round-robin, pinned, one of a plug-in, or off: executors"
                                + " stay where they are.")
        private String algorithm = "";

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "PID",
                description = "The process; not needed where only one runs.")
        private @Nullable Long pid;

        @Option(
                names = "-p",
                paramLabel = "NAME=VALUE",
                description =
                        "A parameter of the algorithm (docs/placement.md); the others have their"
                                + " defaults.")
        private Map<String, Double> parameters = Map.of();

        @Option(
                names = "--period",
                paramLabel = "SECONDS",
                description = "From one look at load and traffic to the next, 1 to 3600.")
        private @Nullable Integer periodSecs;

        @Override
        public Integer call() {
            if (periodSecs != null && (periodSecs < 1 || periodSecs > 3600)) {
                throw new ParameterException(
                        command.commandLine(),
                        "--period is " + periodSecs + ", outside 1 to 3600 seconds");
            }
            return ask(command, new PlanRequest(algorithm, parameters, periodSecs), pid, false);
        }
    }
}
