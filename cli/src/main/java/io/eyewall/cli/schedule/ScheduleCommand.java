package io.eyewall.cli.schedule;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall schedule}: runs and controls the generator of a Storm cluster's schedules. */
@Command(
        name = "schedule",
        description =
                "Place the executors of a real Storm cluster by load and traffic: run"
                        + " the schedule generator, show its state, change its settings.",
        footer = {"", "docs/guides/cluster.md describes it."},
        mixinStandardHelpOptions = true,
        subcommands = {
            ServeCommand.class,
            ScheduleStatusCommand.class,
            UseCommand.class,
            NowCommand.class,
            ScheduleRecordCommand.class
        },
        usageHelpAutoWidth = true)
public final class ScheduleCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Override
    public void run() {
        throw new ParameterException(
                command.commandLine(), "expected a subcommand: serve, status, use, now or record");
    }
}
