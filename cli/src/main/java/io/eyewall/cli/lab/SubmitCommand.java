package io.eyewall.cli.lab;

import io.eyewall.cli.MainClasses;
import io.eyewall.cluster.lab.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab submit}. */
@Command(
        name = "submit",
        customSynopsis = "eyewall lab submit [--name NAME] APP.jar [MAIN [ARGS...]]",
        description =
                "Run an application's main on the lab's head, with Storm's own client, as 'storm"
                        + " jar' does.",
        footer = {"", "The exit code is that of the application."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class SubmitCommand extends LabVerb {
    @Parameters(index = "0", paramLabel = "APP.jar", description = "The application's jar.")
    private Path jar = Path.of("");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "MAIN",
            description = "Name of its class with a main (default: the manifest's Main-Class).")
    private @Nullable String mainClass;

    @Parameters(index = "2..*", paramLabel = "ARGS", description = "Arguments of the main.")
    private List<String> args = List.of();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Optional<String> problem = MainClasses.problem(jar);
        if (problem.isPresent()) {
            throw wrong(problem.get());
        }
        Optional<String> main =
                mainClass != null ? Optional.of(mainClass) : MainClasses.ofManifest(jar);
        if (main.isEmpty()) {
            throw wrong(jar + " names no Main-Class; give MAIN after it");
        }
        return open().submit(jar, main.get(), args);
    }
}
