package io.eyewall.cli.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall plan}: what placement by traffic does in a running process. */
@Command(
        name = "plan",
        description = "Look into the placement of running topologies.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PlanCommand.Show.class)
public final class PlanCommand {

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
        private static final int NOBODY_ANSWERED = 1;

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
            PrintWriter out = command.commandLine().getOut();
            try {
                PlanClient.Answer answer = new PlanClient(PlanSockets.ofUser()).ask(pid);
                out.println(json ? answer.json() : answer.text().stripTrailing());
                out.flush();
                return 0;
            } catch (IOException e) {
                command.commandLine().getErr().println("eyewall: " + e.getMessage());
                return NOBODY_ANSWERED;
            }
        }
    }
}
