package io.eyewall.cli.run;

import io.eyewall.cli.application.BuiltFiles;
import io.eyewall.cli.application.LegacyHint;
import io.eyewall.cli.flux.FluxCheck;
import io.eyewall.cli.flux.FluxException;
import io.eyewall.cli.flux.FluxFileOptions;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Version;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code eyewall run flux}: runs a topology that is defined in YAML, built by Storm's own Flux. */
@Command(
        name = "flux",
        description =
                "Run a topology that is defined in a YAML file of Storm's Flux, with"
                        + " the options of Flux's own main class and those of 'eyewall run'.",
        footer = {
            "",
            "Exit codes: as 'eyewall run'; 1 if the file is wrong; the message has the"
                    + " position and the reason.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class FluxCommand implements Callable<Integer> {
    private static final String FLUX_MAIN = "org.apache.storm.flux.Flux";

    @ParentCommand private RunCommand run = new RunCommand();

    @Parameters(index = "0", paramLabel = "FILE.yaml", description = "The topology's definition.")
    private String file = "";

    @Parameters(
            index = "1..*",
            paramLabel = "APP.jar",
            description = "Jars with the classes and resources that the definition names.")
    private List<Path> jars = List.of();

    @Mixin private FluxFileOptions files = new FluxFileOptions();

    @Option(
            names = {"-d", "--dry-run"},
            description = "Build and print the topology, but do not run it.")
    private boolean dryRun;

    @Option(
            names = {"-i", "--inactive"},
            description = "Submit the topology, but do not activate it.")
    private boolean inactive;

    @Option(
            names = {"-q", "--no-detail"},
            description = "Do not print the topology's parts.")
    private boolean noDetail;

    @Option(
            names = {"-n", "--no-splash", "-l", "--local", "-r", "--remote"},
            description = "Accepted and ignored.")
    void ignore(@SuppressWarnings("unused") boolean[] given) {}

    @Option(
            names = {"-s", "--sleep", "-z", "--zookeeper"},
            paramLabel = "VALUE",
            description = "Accepted and ignored, as by Storm; see --for of 'eyewall run'.")
    void ignore(@SuppressWarnings("unused") String[] values) {}

    @Override
    public Integer call() throws Exception {
        List<Path> appJars = new ArrayList<>(jars);
        appJars.add(BuiltFiles.find("flux/flux-core.jar"));
        RunCommand.Prepared app = run.prepare(appJars);
        String name = files.fluxName(file);
        FluxCheck check;
        try {
            check = FluxCheck.check(files.source(app.loader()), name, files.resource());
        } catch (FluxException e) {
            String hint = LegacyHint.find(e, app.loader());
            System.err.println("eyewall: " + e.getMessage() + (hint == null ? "" : "; " + hint));
            return ExitCode.FAILED;
        }
        Method main =
                Class.forName(FLUX_MAIN, true, app.loader()).getMethod("main", String[].class);
        String[] arguments = arguments(name);
        if (dryRun) {
            Thread.currentThread().setContextClassLoader(app.loader());
            try {
                invoke(main, arguments, check);
                return ExitCode.OK;
            } catch (IllegalStateException e) {
                System.err.println("eyewall: " + e.getMessage());
                return ExitCode.FAILED;
            }
        }
        return run.createSession(app)
                .run(file, app.loader(), nimbus -> invoke(main, arguments, check));
    }

    private String[] arguments(String name) {
        List<String> arguments = new ArrayList<>(List.of("--no-splash"));
        if (noDetail || run.json()) {
            arguments.add("--no-detail");
        }
        String filter = files.filter();
        if (filter != null) {
            arguments.addAll(List.of("--filter", filter));
        }
        if (files.envFilter()) {
            arguments.add("--env-filter");
        }
        if (files.resource()) {
            arguments.add("--resource");
        }
        if (dryRun) {
            arguments.add("--dry-run");
        }
        if (inactive) {
            arguments.add("--inactive");
        }
        arguments.add(name);
        return arguments.toArray(String[]::new);
    }

    private void invoke(Method main, String[] arguments, FluxCheck check) {
        try {
            main.invoke(null, (Object) arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            Throwable cause = e;
            while (cause instanceof InvocationTargetException && cause.getCause() != null) {
                cause = cause.getCause(); // Flux itself calls by reflection, too
            }
            String position = check.definitionPosition(cause);
            throw new IllegalStateException(
                    (position == null ? file : position) + ": " + cause, cause);
        }
    }
}
