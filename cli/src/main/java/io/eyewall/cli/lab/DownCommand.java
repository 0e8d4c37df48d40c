package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall lab down}: ends a lab's processes and removes its namespaces and folder. */
@Command(
        name = "down",
        description =
                "Kill the lab's processes immediately and remove its namespaces and"
                        + " its folder; also removes what an interrupted start has left.",
        footer = {"", "Exit codes: 0 nothing is left, 1 something is left, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class DownCommand extends LabSubcommand {
    @Option(names = "--keep", description = "Keep the folder, with its logs, under another name.")
    private boolean keep;

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Optional<Lab.Down> down = Lab.down(folder(), keep);
        if (down.isEmpty()) {
            printMessage("There is no lab '" + name() + "'.");
            return ExitCode.OK; // nothing was removed, so that there is no result
        }
        int processes = down.get().processes().size();
        int networkParts = down.get().networkParts().size();
        Optional<Path> kept = down.get().kept();
        print(
                "Lab '%s' is down: %d processes ended, %d namespaces removed."
                                .formatted(name(), processes, networkParts)
                        + kept.map(path -> System.lineSeparator() + "Kept: " + path).orElse(""),
                line -> {
                    line.writeStringField("lab", name());
                    line.writeNumberField("processes", processes);
                    line.writeNumberField("namespaces", networkParts);
                    line.writeStringField("kept", kept.map(Path::toString).orElse(null));
                });
        return ExitCode.OK;
    }
}
