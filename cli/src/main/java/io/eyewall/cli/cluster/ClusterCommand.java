package io.eyewall.cli.cluster;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall cluster}: installs the plug-in in an installation of Storm, or removes it. */
@Command(
        name = "cluster",
        description = "Install the plug-in in an installation of Apache Storm, or remove it.",
        footer = {"", "docs/guides/cluster.md describes it."},
        mixinStandardHelpOptions = true,
        subcommands = {InstallCommand.class, UninstallCommand.class},
        usageHelpAutoWidth = true)
public final class ClusterCommand implements Runnable {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Override
    public void run() {
        throw new ParameterException(
                command.commandLine(), "expected a subcommand: install or uninstall");
    }
}
