package io.eyewall.cli.server;

import io.eyewall.cli.application.Applications;
import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.console.ConsolePage;
import io.eyewall.cli.nimbus.NimbusAddress;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.cli.terminal.LogLevels;
import io.eyewall.cli.terminal.Signals;
import io.eyewall.cli.terminal.StateHome;
import io.eyewall.cli.terminal.Version;
import io.eyewall.console.ConsoleSite;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.control.ProcessCalls;
import io.eyewall.local.StormConf;
import io.eyewall.server.EyewallServer;
import io.eyewall.server.HeapGuard;
import io.eyewall.server.ServerSettings;
import io.eyewall.server.keeper.KeeperSettings;
import io.eyewall.server.nimbus.NimbusSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall server}: keeps topologies running, which Storm's clients and browsers control. */
@Command(
        name = "server",
        description =
                "Keep topologies running on this machine, each in a process of its"
                        + " own. Provides a Nimbus for Storm's clients and 'eyewall submit',"
                        + " Storm's REST API, and metrics. Topologies continue when the server"
                        + " ends; the next server with the same folder takes them over.",
        footer = {
            "",
            "Exit codes: 1 the folder can't be used, or a port is taken, 2 wrong usage, 130"
                    + " interrupted, 143 terminated.",
            "docs/guides/server.md describes it."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ServerCommand implements Callable<Integer> {
    private static final long POLL_INTERVAL_MS = 50;
    private static final int MEBIBYTE_SHIFT = 20;
    private static final long MAX_MB = Long.MAX_VALUE >> MEBIBYTE_SHIFT;
    private static final int MAX_PORT = 65_535;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--nimbus-port",
            paramLabel = "PORT",
            description =
                    "Port for Storm's clients (default: nimbus.thrift.port, 6627; 0: any"
                            + " free port).")
    private @Nullable Integer nimbusPort;

    @Option(
            names = "--nimbus-bind",
            paramLabel = "ADDRESS",
            description =
                    "Address on which Nimbus listens (default: 127.0.0.1); any other needs"
                            + " --token-file, and clients log in with the token"
                            + " (docs/guides/server.md).")
    private String nimbusAddress = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "HTTP port (default: 8080; 0: any free port).")
    private int webPort = 8080;

    @Mixin private WebOptions web = new WebOptions();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "Folder in which the server stores everything; used by one server at a"
                            + " time (default: $XDG_STATE_HOME/eyewall, or ~/.local/state/eyewall).")
    private @Nullable Path state;

    @Option(
            names = "--max-jar-mb",
            paramLabel = "MB",
            description = "Maximum size of a submitted jar (default: 1024).")
    private long maxJarMb = ServerSettings.USUAL_JAR_BYTES >> MEBIBYTE_SHIFT;

    @Option(
            names = "--log-mb",
            paramLabel = "MB",
            description =
                    "Size of a topology's log file; five rotated files are kept in"
                            + " addition (default: 10).")
    private long logMb = 10;

    @Option(
            names = "--in-process",
            description =
                    "Run topologies inside the server's own process. This needs less"
                            + " memory for small topologies, but they end with the server, and the"
                            + " next server restarts them. They have no heap limits of their own, a"
                            + " System.exit in one of them ends all, and they share the server's"
                            + " system properties: a topology that sets its own needs a server"
                            + " without this option.")
    private boolean inProcess;

    @Mixin private ConfOptions conf = new ConfOptions();

    @Option(
            names = "--log",
            paramLabel = "[LOGGER=]LEVEL",
            description =
                    "Log level (trace, debug, info, warn, error, off) of all loggers or of"
                            + " LOGGER, for the server and its topologies.")
    private List<String> levels = List.of();

    @Mixin private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws InterruptedException {
        Applications.setLegacyFolder();
        requireInRange("--max-jar-mb", maxJarMb, 1, MAX_MB);
        requireInRange("--log-mb", logMb, 1, MAX_MB);
        if (nimbusPort != null) {
            requireInRange("--nimbus-port", nimbusPort, 0, MAX_PORT);
        }
        installLog();
        conf.install();
        Signals signals = new Signals();
        signals.install();
        if (inProcess) {
            HeapGuard.install();
        }
        EyewallServer server;
        try {
            server =
                    EyewallServer.start(
                            serverSettings(),
                            topologies ->
                                    new ConsoleSite(
                                            topologies,
                                            ProcessCalls.REMOTE,
                                            ConsolePage.predictionConstants(),
                                            HistoryFolder.in(folder().resolve("console"))));
        } catch (IOException e) {
            printMessage("eyewall: " + e.getMessage());
            return ExitCode.FAILED;
        }
        printMessage("Storm's clients: " + nimbusAddress + ":" + server.nimbusPort());
        printMessage("Console: " + server.webAddress() + "/");
        printMessage("Storm's REST API: " + server.webAddress() + "/api/v1/topology/summary");
        printMessage("State: " + folder().toAbsolutePath());
        json.printForPrograms(
                line -> {
                    line.writeStringField("event", "listening");
                    line.writeStringField("nimbus", nimbusAddress + ":" + server.nimbusPort());
                    line.writeStringField("console", server.webAddress() + "/");
                    line.writeStringField("state", folder().toAbsolutePath().toString());
                });
        boolean ready = false;
        while (signals.received() == 0) {
            if (!ready && server.notReady() == null) {
                ready = true;
                printMessage(
                        inProcess
                                ? "Ready. Ctrl-C ends the server and its topologies."
                                : "Ready. Ctrl-C ends the server; topologies go on.");
                json.printForPrograms(line -> line.writeStringField("event", "ready"));
            }
            Thread.sleep(POLL_INTERVAL_MS);
        }
        return closeServer(server, signals.received());
    }

    private int closeServer(EyewallServer server, int signal) {
        int runningCount = server.nimbus().runningTopologies().size();
        try {
            server.close();
        } catch (IOException e) {
            printMessage("eyewall: " + e.getMessage());
        }
        json.printForPrograms(
                line -> {
                    line.writeStringField("event", "ended");
                    line.writeNumberField("topologiesGoOn", inProcess ? 0 : runningCount);
                });
        printMessage(
                runningCount == 0 || inProcess
                        ? "The server has ended."
                        : "The server has ended; topologies go on: "
                                + runningCount
                                + ". 'eyewall list' shows them, 'eyewall kill NAME' ends one.");
        return ExitCode.SIGNAL + signal;
    }

    private ServerSettings serverSettings() {
        KeeperSettings defaults = KeeperSettings.defaults(StormConf.service());
        KeeperSettings keeperSettings =
                new KeeperSettings(
                        defaults.daemonConf(),
                        defaults.jvmOptions(),
                        defaults.firstPause(),
                        defaults.longestPause(),
                        logMb << MEBIBYTE_SHIFT,
                        defaults.logFiles(),
                        inProcess);
        return new ServerSettings(
                folder(),
                nimbusSettings(),
                web.settings(webPort),
                keeperSettings,
                maxJarMb << MEBIBYTE_SHIFT);
    }

    private NimbusSettings nimbusSettings() {
        InetSocketAddress address = new InetSocketAddress(nimbusAddress, nimbusPort());
        boolean isReachableFromElsewhere =
                address.getAddress() != null && !address.getAddress().isLoopbackAddress();
        try {
            return new NimbusSettings(address, isReachableFromElsewhere ? web.login() : null);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    command.commandLine(), "--nimbus-bind: " + e.getMessage(), e);
        }
    }

    private Path folder() {
        return state != null ? state : StateHome.folder();
    }

    /**
     * Sets log levels: INFO for the server's own lines, unless the user asks for other levels. Log
     * lines carry times.
     */
    private void installLog() {
        LogLevels log = new LogLevels();
        try {
            log.addSetting("io.eyewall.server=info");
            log.addSetting("org.apache.storm.thrift.ProcessFunction=off"); // NimbusPort reports it
            levels.forEach(log::addSetting);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
        log.install(0);
    }

    private void requireInRange(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s is %d, expected %d to %d".formatted(option, value, min, max));
        }
    }

    /** Returns the port that the option gives, or else that of Storm's configuration. */
    private int nimbusPort() {
        if (nimbusPort != null) {
            return nimbusPort;
        }
        int configured = NimbusAddress.configuredPort(Utils.readStormConfig());
        requireInRange("nimbus.thrift.port (there is no --nimbus-port)", configured, 0, MAX_PORT);
        return configured;
    }

    private void printMessage(String text) {
        command.commandLine().getErr().println(text);
        command.commandLine().getErr().flush();
    }
}
