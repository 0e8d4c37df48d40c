package io.eyewall.cli.cluster;

import io.eyewall.lab.install.InstallException;
import io.eyewall.lab.install.StormHome;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code eyewall cluster uninstall}: removes the plug-in from an installation of Storm. */
@Command(
        name = "uninstall",
        description =
                "Remove everything that 'install' has added, and restore storm.yaml."
                        + " Restart the daemons afterwards. May be repeated.",
        footer = {"", "Exit codes: 0 removed, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class UninstallCommand extends ClusterSubcommand {
    @Override
    void run(StormHome storm) throws IOException, InstallException {
        printChanges(storm.uninstall(), "the plug-in is not installed");
    }
}
