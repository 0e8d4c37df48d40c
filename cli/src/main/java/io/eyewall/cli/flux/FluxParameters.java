package io.eyewall.cli.flux;

import io.eyewall.cli.application.AppMain;
import io.eyewall.cli.application.Applications;
import io.eyewall.cli.application.BuiltFiles;
import io.eyewall.cli.application.MainClasses;
import io.eyewall.local.legacy.ApplicationLoaders.Chosen;
import io.eyewall.local.legacy.ApplicationLoaders.Mode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The parameters that name Flux files and the jars with the classes that the files use. */
public final class FluxParameters {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE.yaml|APP.jar",
            description =
                    "Files to check and, in any order, the jars (*.jar) or folders with"
                            + " the classes and resources that they name.")
    private List<String> filesAndJars = List.of();

    @Option(
            names = "--jars",
            paramLabel = "JAR[,JAR...]",
            split = ",",
            hideParamSyntax = true,
            description = "Additional jars of the application.")
    private List<Path> jars = List.of();

    private static boolean isJar(String parameter) {
        return parameter.endsWith(".jar") || Path.of(parameter).toFile().isDirectory();
    }

    /**
     * Returns the Flux files.
     *
     * @return at least one file
     * @throws ParameterException if none is given
     */
    public List<String> files() {
        List<String> files = filesAndJars.stream().filter(each -> !isJar(each)).toList();
        if (files.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "Missing required parameter: 'FILE.yaml'; jars and folders, such as "
                            + filesAndJars.get(0)
                            + ", have the classes that it names");
        }
        return files;
    }

    /**
     * Loads the application's classes together with Flux.
     *
     * @param notes receives notes about the application for the user, as in {@code eyewall run}
     * @throws ParameterException if a file is not a jar
     */
    public Chosen load(Consumer<String> notes) {
        List<Path> path = new ArrayList<>();
        filesAndJars.stream().filter(FluxParameters::isJar).map(Path::of).forEach(path::add);
        path.addAll(jars);
        path.forEach(
                jar ->
                        AppMain.requireNoProblem(
                                command.commandLine(), MainClasses.jarProblem(jar)));
        List<Path> flux = List.of(BuiltFiles.find("flux/flux-core.jar"));
        Chosen chosen = Applications.choose(path, flux, Mode.AS_NEEDED);
        chosen.notes().forEach(note -> notes.accept("eyewall: " + note));
        return chosen;
    }
}
