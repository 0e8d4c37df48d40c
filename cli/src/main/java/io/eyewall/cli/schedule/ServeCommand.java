package io.eyewall.cli.schedule;

import io.eyewall.cli.server.WebOptions;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.cli.terminal.LogLevels;
import io.eyewall.cli.terminal.Signals;
import io.eyewall.cli.terminal.StateHome;
import io.eyewall.cluster.generator.GeneratorServer;
import io.eyewall.cluster.generator.MeasuredLoads;
import io.eyewall.cluster.load.DatabaseAddress;
import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.LoadStore;
import io.eyewall.cluster.load.LoadsHandler;
import io.eyewall.console.ClusterPage;
import io.eyewall.web.WebRoute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall schedule serve}: runs the generator of a Storm cluster's schedules. */
@Command(
        name = "serve",
        description =
                "Make schedules for a Storm cluster whose Nimbus and workers have the"
                        + " plug-in ('eyewall cluster install'). The settings and the last plan"
                        + " are stored in a folder.",
        footer = {
            "",
            "Exit codes: 1 the folder can't be used, or the port is taken, 2 wrong usage, 130"
                    + " interrupted, 143 terminated."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ServeCommand implements Callable<Integer> {
    private static final long POLL_INTERVAL_MS = 50;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "HTTP port (default: ${DEFAULT-VALUE}; 0: any free port).")
    private int port = ScheduleSubcommand.DEFAULT_PORT;

    @Mixin private WebOptions web = new WebOptions();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "Folder for settings, plans and loads; used by one generator at a time"
                            + " (default: $XDG_STATE_HOME/eyewall/schedule, or"
                            + " ~/.local/state/eyewall/schedule).")
    private @Nullable Path state;

    @Option(
            names = "--period",
            paramLabel = "SECONDS",
            description =
                    "Seconds between two evaluations of the cluster, 1 to 86400 (default:"
                            + " the last setting, initially 300). Overload causes an earlier"
                            + " evaluation.")
    private @Nullable Integer periodSecs;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "Database for measured loads:"
                            + " jdbc:postgresql://HOST/DATABASE?user=USER (default: a file in the"
                            + " folder).")
    private @Nullable String database;

    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "Folder of jars with additional algorithms; reloaded by each 'use'.")
    private @Nullable Path plugins;

    @Option(
            names = "--log",
            paramLabel = "[LOGGER=]LEVEL",
            description = "Log level (trace, debug, info, warn, error, off).")
    private List<String> levels = List.of();

    @Mixin private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws InterruptedException {
        LogLevels log = new LogLevels();
        try {
            log.addSetting("io.eyewall.cluster=info");
            levels.forEach(log::addSetting);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        log.install(0);
        Signals signals = new Signals();
        signals.install();
        LoadBook book = new LoadBook(InstantSource.system());
        AtomicReference<@Nullable LoadStore> startedStore = new AtomicReference<>();
        try (GeneratorServer server =
                        GeneratorServer.start(
                                folder(),
                                web.settings(port).with(GeneratorServer.LIMITS),
                                plugins,
                                periodSecs,
                                new MeasuredLoads(
                                        book,
                                        () ->
                                                Optional.ofNullable(startedStore.get())
                                                        .flatMap(LoadStore::problem)),
                                routes(book));
                LoadStore store = LoadStore.start(book, databaseAddress())) {
            startedStore.set(store);
            store.problem().ifPresent(this::printMessage);
            printMessage("Console: " + server.address() + "/");
            printMessage("Schedules: " + server.address() + "/v1/schedule");
            printMessage("State: " + folder().toAbsolutePath());
            json.printForPrograms(
                    line -> {
                        line.writeStringField("event", "ready");
                        line.writeStringField("console", server.address() + "/");
                        line.writeStringField("state", folder().toAbsolutePath().toString());
                    });
            printMessage("Ready. Ctrl-C ends it; executors stay where they are.");
            while (signals.received() == 0) {
                Thread.sleep(POLL_INTERVAL_MS);
            }
        } catch (IOException | UncheckedIOException e) {
            printMessage("eyewall: " + e.getMessage());
            return ExitCode.FAILED;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return ExitCode.SIGNAL + signals.received();
    }

    /**
     * Returns the HTTP routes: those of the page for people, and the one to which monitors send
     * loads.
     */
    private static List<WebRoute> routes(LoadBook book) {
        List<WebRoute> routes = new ArrayList<>(ClusterPage.routes());
        routes.add(LoadsHandler.route(book));
        return routes;
    }

    private DatabaseAddress databaseAddress() {
        return database == null ? DatabaseAddress.in(folder()) : DatabaseAddress.of(database);
    }

    private Path folder() {
        return state != null ? state : StateHome.folder().resolve("schedule");
    }

    private void printMessage(String message) {
        command.commandLine().getErr().println(message);
        command.commandLine().getErr().flush();
    }
}
