package io.eyewall.cli.application;

import io.eyewall.cli.terminal.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The parameters that name an application: {@code APP.jar [MAIN [ARGS...]]}. They follow all
 * options.
 */
public final class AppParameters {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(
            index = "0+",
            arity = "0..1", // absent if a subcommand follows
            paramLabel = "APP.jar",
            description =
                    "The application's jar, or a program FILE.java, which is compiled; all that"
                            + " follows such a file are arguments of its main method.")
    private @Nullable Path jar;

    @Parameters(
            index = "1+",
            arity = "0..1",
            paramLabel = "MAIN",
            description =
                    "Name of the class with the main method (default: the manifest's"
                            + " Main-Class).")
    private @Nullable String mainClass;

    @Parameters(
            index = "2+",
            arity = "0..*",
            paramLabel = "ARGS",
            description = "Arguments of the main method.")
    private List<String> args = List.of();

    /** The program that was compiled; null: none was, so far. */
    private JavaProgram.@Nullable Compiled program;

    /**
     * Returns the application's jar.
     *
     * @throws ParameterException if no jar is given, or the jar can't be read
     */
    public Path jar() {
        if (jar == null) {
            throw new ParameterException(
                    command.commandLine(), "Missing required parameters: 'APP.jar', 'MAIN'");
        }
        if (JavaProgram.isOne(jar)) {
            return compiled(jar).jar();
        }
        AppMain.requireNoProblem(command.commandLine(), MainClasses.jarProblem(jar));
        return jar;
    }

    private JavaProgram.Compiled compiled(Path file) {
        if (program == null) {
            try {
                program = JavaProgram.compile(file);
            } catch (IllegalArgumentException e) {
                throw new InputException(command.commandLine(), String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InputException(command.commandLine(), "interrupted");
            }
        }
        return program;
    }

    /** Returns the jars of the artifacts that a program names, by artifact. */
    public Map<String, Path> artifactJars() {
        jar();
        return program == null ? Map.of() : program.artifactJars();
    }

    private boolean isProgram() {
        return jar != null && JavaProgram.isOne(jar);
    }

    /**
     * Returns the name of the class that has the main method.
     *
     * @throws ParameterException if the jar can't be read, or no class is named
     */
    public String mainClass() {
        return main().className();
    }

    /** Returns the main method. */
    public AppMain main() {
        return AppMain.find(command.commandLine(), jar(), isProgram() ? null : mainClass);
    }

    /** Returns the arguments of the main method. */
    public List<String> args() {
        return isProgram() && mainClass != null
                ? Stream.concat(Stream.of(mainClass), args.stream()).toList()
                : args;
    }
}
