package io.eyewall.cli;

import io.eyewall.engine.StackTraceText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall jar}: has an application submit its topologies to a server, as {@code storm jar}.
 */
@Command(
        name = "jar",
        customSynopsis = "eyewall jar [OPTIONS] APP.jar [MAIN [ARGS...]]",
        description =
                "Run a Storm application's main here, which submits its topologies to an Eyewall"
                        + " server, or to any Nimbus of Storm's, as 'storm jar' does.",
        footer = {
            "",
            "Exit codes: 0 the main returned, 1 it failed, 2 wrong usage; a main that calls"
                    + " System.exit decides itself."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class JarCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

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

    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            description =
                    "Nimbus' Thrift port (default: 127.0.0.1 and nimbus.thrift.port, 6627). Stands"
                            + " before the jar, as all options.")
    private @Nullable String server;

    @Mixin private ConfOptions conf = new ConfOptions();

    @Override
    public Integer call() {
        ClientApp app = ClientApp.load(command.commandLine(), conf, server, jar, mainClass);
        try {
            app.run(args);
            return ExitCode.OK;
        } catch (Throwable e) { // also errors: whatever main throws ends it
            String problem =
                    ClientApp.foundNobody(e)
                            ? ClientApp.nobody()
                            : app.className() + " failed: " + StackTraceText.of(e).stripTrailing();
            command.commandLine().getErr().println("eyewall: " + problem);
            return ExitCode.FAILED;
        }
    }
}
