package io.eyewall.cli.remote;

import io.eyewall.control.RemoteTopology;
import picocli.CommandLine.Command;

/** {@code eyewall deactivate}: stops the spouts of a topology from emitting. */
@Command(
        name = "deactivate",
        description =
                "Stop the spouts of a topology from emitting; pending messages" + " continue.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, or there is no such topology, or several, 2"
                    + " wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class DeactivateCommand extends NamedVerb {
    @Override
    String performOn(RemoteTopology topology) {
        ActivateCommand.requireNotEnded(topology);
        topology.deactivate();
        return "is deactivated";
    }
}
