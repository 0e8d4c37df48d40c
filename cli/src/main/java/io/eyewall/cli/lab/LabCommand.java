package io.eyewall.cli.lab;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code eyewall lab}: runs a real Storm cluster on this machine. */
@Command(
        name = "lab",
        description =
                "Run a real Storm cluster on this machine, each host in a network namespace of its"
                        + " own, with links that can be slow; kill parts of it.",
        footer = {"", "docs/guides/lab.md describes it."},
        mixinStandardHelpOptions = true,
        subcommands = {
            UpCommand.class,
            LabStatusCommand.class,
            LabSubmitCommand.class,
            StormCommand.class,
            ExecCommand.class,
            LabScheduleCommand.class,
            ShapeCommand.class,
            LabKillCommand.class,
            StartCommand.class,
            DownCommand.class
        },
        usageHelpAutoWidth = true)
public final class LabCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--name",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "Name of the lab, if there are several (default: ${DEFAULT-VALUE}).")
    private String name = "default";

    /** Configures the subcommands whose arguments belong to another command. */
    public static void stopAtPositionalArguments(CommandLine lab) {
        for (String name : new String[] {"submit", "storm", "exec", "schedule"}) {
            Objects.requireNonNull(lab.getSubcommands().get(name), name).setStopAtPositional(true);
        }
    }

    String name() {
        return name;
    }

    @Override
    public void run() {
        throw new ParameterException(
                command.commandLine(), "expected a subcommand; 'eyewall lab --help' lists them");
    }
}
