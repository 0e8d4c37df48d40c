package io.eyewall.cli.remote;

import io.eyewall.control.RemoteTopology;
import picocli.CommandLine.Command;

/** {@code eyewall activate}: lets the spouts of a topology emit. */
@Command(
        name = "activate",
        description = "Let the spouts of a topology emit.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, or there is no such topology, or several, 2"
                    + " wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class ActivateCommand extends NamedVerb {
    @Override
    String performOn(RemoteTopology topology) {
        requireNotEnded(topology);
        topology.activate();
        return "is activated";
    }

    /**
     * Throws if a topology was killed or is over. The engine ignores an activation then, but the
     * user should be told.
     */
    static void requireNotEnded(RemoteTopology topology) {
        switch (topology.status()) {
            case STARTING, ACTIVE, INACTIVE -> {}
            case KILLED, ENDED, FAILED ->
                    throw new IllegalStateException(
                            "topology '"
                                    + topology.name()
                                    + "' is "
                                    + topology.status()
                                    + "; only a topology that is neither killed nor over can"
                                    + " be changed");
        }
    }
}
