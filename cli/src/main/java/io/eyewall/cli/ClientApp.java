package io.eyewall.cli;

import io.eyewall.local.application.AppClassLoader;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** An application whose main runs in this process, and submits its topologies to a server. */
final class ClientApp {
    private final AppMain main;
    private final Method method;

    private ClientApp(AppMain main, Method method) {
        this.main = main;
        this.method = method;
    }

    /**
     * Loads it; from then on Storm's clients of this process ask the server.
     *
     * @param command refuses what is wrong
     * @param server {@code HOST:PORT}, or null for what this machine's configuration says
     * @throws ParameterException if there is no such jar, class, method or server's address
     */
    static ClientApp load(
            CommandLine command,
            ConfOptions conf,
            @Nullable String server,
            Path jar,
            @Nullable String mainClass) {
        LogLevels log = new LogLevels();
        log.want("org.apache.storm.utils.NimbusClient=error"); // what it warns of is said below
        log.install(0);
        AppMain main = AppMain.find(command, jar, mainClass);
        AppMain.refuse(command, MainClasses.problem(jar));
        conf.install(address(command, server));
        System.setProperty("storm.jar", jar.toAbsolutePath().toString());
        AppClassLoader loader = new AppClassLoader(List.of(jar), ClientApp.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Utils.setClassLoaderForJavaDeSerialize(loader);
        return new ClientApp(main, main.method(loader));
    }

    /** Name of the class with the main. */
    String className() {
        return main.className();
    }

    /**
     * Runs its main.
     *
     * @throws Exception what it throws
     */
    void run(List<String> args) throws Exception {
        AppMain.invoke(method, args.toArray(new String[0]));
    }

    /** Whether the cause is that there is no server. */
    static boolean foundNobody(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof NimbusLeaderNotFoundException) {
                return true;
            }
        }
        return false;
    }

    /** Says that there is none. */
    static String nobody() {
        Map<String, Object> asked = Utils.readStormConfig();
        return "no server answers at "
                + ObjectReader.getStrings(asked.get(Config.NIMBUS_SEEDS))
                + ", port "
                + asked.get(Config.NIMBUS_THRIFT_PORT)
                + "; start one ('eyewall server'), or name another by --server";
    }

    /** Nothing where none is given: then this machine's configuration counts. */
    private static Map<String, Object> address(CommandLine command, @Nullable String server) {
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
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }
}
