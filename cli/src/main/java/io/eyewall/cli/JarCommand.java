package io.eyewall.cli;

import io.eyewall.engine.StackTraceText;
import io.eyewall.local.application.AppClassLoader;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
        LogLevels log = new LogLevels();
        log.want("org.apache.storm.utils.NimbusClient=error"); // what it warns of is said below
        log.install(0);
        AppMain main = AppMain.find(command.commandLine(), jar, mainClass);
        AppMain.refuse(command.commandLine(), MainClasses.problem(jar));
        conf.install(address());
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        AppClassLoader loader = new AppClassLoader(List.of(jar), JarCommand.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        Method method = main.method(loader);
        try {
            AppMain.invoke(method, args.toArray(new String[0]));
            return ExitCode.OK;
        } catch (Throwable e) { // also errors: whatever main throws ends it
            String problem = foundNobody(e) ? nobody() : threw(main, e);
            command.commandLine().getErr().println("eyewall: " + problem);
            return ExitCode.FAILED;
        }
    }

    private static boolean foundNobody(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof NimbusLeaderNotFoundException) {
                return true;
            }
        }
        return false;
    }

    private static String threw(AppMain main, Throwable e) {
        return main.className() + " failed: " + StackTraceText.of(e).stripTrailing();
    }

    private static String nobody() {
        Map<String, Object> asked = Utils.readStormConfig();
        return "no server answers at "
                + ObjectReader.getStrings(asked.get(Config.NIMBUS_SEEDS))
                + ", port "
                + asked.get(Config.NIMBUS_THRIFT_PORT)
                + "; start one ('eyewall server'), or name another by --server";
    }

    /** Nothing where none is given: then this machine's configuration counts. */
    private Map<String, Object> address() {
        if (server == null) {
            return Map.of();
        }
        try {
            NimbusAddress given = NimbusAddress.parse(server);
            return Map.of(
                    Config.NIMBUS_SEEDS,
                    List.of(given.host()),
                    Config.NIMBUS_THRIFT_PORT,
                    given.port());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
