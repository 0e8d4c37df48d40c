package io.eyewall.cli.run;

import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.LogLevels;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The options that control what is printed. */
public final class OutputOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description =
                    "Print only events and results, as JSON lines, to the standard output;"
                            + " the application's own output goes to the standard error.")
    private boolean json;

    @Option(
            names = "--log",
            paramLabel = "[LOGGER=]LEVEL",
            scope = ScopeType.INHERIT,
            description =
                    "Log level (trace, debug, info, warn, error, off) of all loggers, or"
                            + " of LOGGER and those below it. By default the application logs at"
                            + " level info; Eyewall, Storm and well-known libraries at level warn.")
    private List<String> levels = List.of();

    @Option(
            names = "-v",
            scope = ScopeType.INHERIT,
            description = "Log more, for all loggers: -v for info, -vv for debug.")
    private boolean[] verbosity = {};

    private @Nullable Console console;

    /** Returns whether {@code --json} was given. */
    public boolean json() {
        return json;
    }

    /**
     * Replaces the standard streams and sets the log levels of the SLF4J binding. To be called
     * before the first logger is created and before the application is loaded.
     *
     * @throws ParameterException if there is no such level
     */
    public void install() {
        LogLevels log = new LogLevels();
        try {
            levels.forEach(log::addSetting);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
        console = Console.install(json);
        log.install(verbosity.length);
    }

    /** Returns the console, which writes to the standard streams. */
    public Console console() {
        if (console == null) {
            throw new IllegalStateException("the standard streams have not been replaced yet");
        }
        return console;
    }

    Reporter reporter() {
        return json ? new JsonReporter(console()) : new TextReporter(console());
    }
}
