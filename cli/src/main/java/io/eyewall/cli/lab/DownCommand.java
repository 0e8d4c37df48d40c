package io.eyewall.cli.lab;

import io.eyewall.cluster.lab.Lab;
import io.eyewall.cluster.lab.LabException;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall lab down}. */
@Command(
        name = "down",
        description =
                "End the lab's processes, at once, and take away its namespaces and its folder;"
                        + " also what a start that was killed has left.",
        footer = {"", "Exit codes: 0 nothing is left, 1 something is, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class DownCommand extends LabVerb {
    @Option(names = "--keep", description = "Keep the folder, with its logs, under another name.")
    private boolean keep;

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Optional<Lab.Down> down = Lab.down(folder(), keep);
        if (down.isEmpty()) {
            say("There is no lab '" + name() + "'.");
            return DONE;
        }
        out().println(
                        "Lab '%s' is down: %d processes ended, %d namespaces taken away."
                                .formatted(
                                        name(),
                                        down.get().processes().size(),
                                        down.get().networkParts().size()));
        down.get().kept().ifPresent(path -> out().println("Kept: " + path));
        return DONE;
    }
}
