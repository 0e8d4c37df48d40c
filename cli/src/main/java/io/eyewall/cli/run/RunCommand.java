package io.eyewall.cli.run;

import io.eyewall.cli.application.AppMain;
import io.eyewall.cli.application.AppParameters;
import io.eyewall.cli.application.Applications;
import io.eyewall.cli.application.MainClasses;
import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.conf.StateOptions;
import io.eyewall.cli.console.ConsoleOption;
import io.eyewall.cli.terminal.DrpcOptions;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.Version;
import io.eyewall.local.legacy.ApplicationLoaders;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code eyewall run}: runs an unmodified Storm application on this machine's cores. */
@Command(
        name = "run",
        customSynopsis = {
            "eyewall run [OPTIONS] APP.jar [MAIN [ARGS...]]",
            "       eyewall run [OPTIONS] PROGRAM.java [ARGS...]",
            "       eyewall run [OPTIONS] flux FILE.yaml [APP.jar...]"
        },
        description =
                "Run a Storm application's main method on this machine, until its"
                        + " topologies have ended, the time is up, or Ctrl-C, after which"
                        + " pending messages may still complete.",
        footer = {
            "",
            "Exit codes: 0 ended well, 1 the main method failed or submitted"
                    + " nothing, 2 wrong usage, 3 a topology failed, 4 with --until-drained:"
                    + " some messages were not acked, 130 interrupted, 143 terminated, 141"
                    + " the reader of the output has gone. Errors that components report are"
                    + " printed and counted, but do not change the exit code.",
            "docs/reference/command.md describes what is printed."
        },
        subcommands = FluxCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Mixin private AppParameters parameters = new AppParameters();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            scope = ScopeType.INHERIT,
            description = "Stop TIME after the first submission; for example 500ms, 30s or 5m.")
    private @Nullable Duration limit;

    @Option(
            names = "--until-drained",
            scope = ScopeType.INHERIT,
            description =
                    "Stop when all spouts have reached their end and all their messages"
                            + " were acked. Spouts must report that: see docs/reference/command.md.")
    private boolean untilDrained;

    @Option(
            names = "--jars",
            paramLabel = "JAR[,JAR...]",
            split = ",",
            hideParamSyntax = true,
            scope = ScopeType.INHERIT,
            description = "Additional jars of the application, as for Storm's own command.")
    private List<Path> jars = List.of();

    @Option(
            names = "--legacy",
            scope = ScopeType.INHERIT,
            description =
                    "Adapt the application to the current Storm while its classes are"
                            + " loaded. Without this option, only applications that were"
                            + " recognizably compiled against Storm 0.8 to 1.2 are adapted.")
    private boolean legacy;

    @Mixin private StateOptions state = new StateOptions();

    @Mixin private ConfOptions conf = new ConfOptions();

    @Mixin private DrpcOptions drpc = new DrpcOptions();

    @Mixin private ConsoleOption consoleOption = new ConsoleOption();

    @Mixin private OutputOptions output = new OutputOptions();

    /**
     * An application whose jars exist and whose options are valid.
     *
     * @param loader the class loader of the application
     * @param overrides settings that override every topology's configuration
     */
    record Prepared(ClassLoader loader, Map<String, Object> overrides) {}

    @Override
    public Integer call() throws InterruptedException {
        AppMain main = parameters.main();
        List<Path> appJars = new ArrayList<>(List.of(main.jar()));
        appJars.addAll(parameters.artifactJars().values());
        Prepared app = prepare(appJars);
        Method mainMethod = main.mainMethod(app.loader());
        String[] arguments = parameters.args().toArray(new String[0]);
        return createSession(app)
                .run(
                        main.className(),
                        app.loader(),
                        nimbus -> AppMain.invoke(mainMethod, arguments));
    }

    /**
     * Sets up logging, Storm's configuration and the application's class loader.
     *
     * @param appJars at least one jar; those of {@code --jars} follow them
     * @throws ParameterException if a jar is missing, or an option is wrong
     */
    Prepared prepare(List<Path> appJars) {
        output.install();
        List<Path> allJars = new ArrayList<>(appJars);
        allJars.addAll(jars);
        allJars.forEach(
                jar -> AppMain.requireNoProblem(commandLine(), MainClasses.jarProblem(jar)));
        conf.add(state.settings());
        Map<String, Object> overrides = conf.install();
        System.setProperty("storm.jar", allJars.get(0).toAbsolutePath().toString());
        ApplicationLoaders.Chosen chosen = Applications.choose(allJars, legacy);
        chosen.notes().forEach(note -> output.console().printMessage("eyewall: " + note));
        return new Prepared(chosen.loader(), overrides);
    }

    /**
     * Creates a session as the options require; starts the DRPC server if the options ask for it.
     */
    Session createSession(Prepared app) {
        drpc.install(System.err);
        Session session =
                new Session(
                        output.reporter(), output.console(), app.overrides(), limit, consoleOption);
        if (untilDrained) {
            session.untilDrained();
        }
        return session;
    }

    boolean json() {
        return output.json();
    }

    CommandLine commandLine() {
        return command.commandLine();
    }
}
