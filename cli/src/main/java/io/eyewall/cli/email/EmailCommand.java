package io.eyewall.cli.email;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall email}: makes files of emails for the email pipeline. */
@Command(
        name = "email",
        description = "Make files of emails for the email pipeline.",
        footer = {"", "docs/guides/email.md describes it."},
        mixinStandardHelpOptions = true,
        subcommands = {GenerateCommand.class, ImportCommand.class},
        usageHelpAutoWidth = true)
public final class EmailCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Override
    public void run() {
        throw new ParameterException(
                command.commandLine(), "expected a subcommand: generate or import");
    }
}
