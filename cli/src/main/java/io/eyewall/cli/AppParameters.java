package io.eyewall.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * An application as the command line names it: {@code APP.jar [MAIN [ARGS...]]}, after all else.
 */
public final class AppParameters {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Parameters(
            index = "0+",
            arity = "0..1", // absent before a subcommand
            paramLabel = "APP.jar",
            description = "The application's jar.")
    private @Nullable Path jar;

    @Parameters(
            index = "1+",
            arity = "0..1",
            paramLabel = "MAIN",
            description = "Name of its class with a main (default: the manifest's Main-Class).")
    private @Nullable String mainClass;

    @Parameters(
            index = "2+",
            arity = "0..*",
            paramLabel = "ARGS",
            description = "Arguments of the main.")
    private List<String> args = List.of();

    /**
     * The jar.
     *
     * @throws ParameterException if none is given, or it can't be read
     */
    public Path jar() {
        if (jar == null) {
            throw new ParameterException(
                    command.commandLine(), "Missing required parameters: 'APP.jar', 'MAIN'");
        }
        AppMain.refuse(command.commandLine(), MainClasses.problem(jar));
        return jar;
    }

    /**
     * Name of the class with the main.
     *
     * @throws ParameterException if the jar can't be read, or no class is named
     */
    public String mainClass() {
        return main().className();
    }

    /** The same, as what can be called. */
    AppMain main() {
        return AppMain.find(command.commandLine(), jar(), mainClass);
    }

    /** Arguments of the main. */
    public List<String> args() {
        return args;
    }
}
