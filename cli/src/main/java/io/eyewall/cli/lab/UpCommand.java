package io.eyewall.cli.lab;

import io.eyewall.cli.application.CacheFolder;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Signals;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eyewall lab up}: starts a Storm cluster. */
@Command(
        name = "up",
        description =
                "Start ZooKeeper, Nimbus and supervisors; returns when all of them"
                        + " run. They run until 'eyewall lab down'.",
        footer = {
            "",
            "Exit codes: 0 started, 1 failed (everything was removed again), 2"
                    + " wrong usage, 130 interrupted, 143 terminated."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class UpCommand extends LabSubcommand {
    private static final Set<String> REPOSITORY_SCHEMES = Set.of("http", "https", "file");

    /** The values of {@code --network}. */
    enum NetworkChoice {
        auto,
        namespaces,
        loopback
    }

    @Option(
            names = "--hosts",
            paramLabel = "N",
            description = "Number of hosts, each with a supervisor (default: ${DEFAULT-VALUE}).")
    private int hosts = 3;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Number of slots per host (default: ${DEFAULT-VALUE}).")
    private int slots = 4;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "Rate of each host's link, in each direction: 100mbit, 500kbit ..."
                            + " (default: unlimited).")
    private String rate = "none";

    @Option(
            names = "--box",
            paramLabel = "RATE",
            description =
                    "Add a host 'box' at the switch itself, with a link of this rate"
                            + " ('none': unlimited). Plans place only components of"
                            + " eyewall.in.network on it.")
    private @Nullable String box;

    @Option(
            names = "--network",
            paramLabel = "KIND",
            description =
                    "namespaces (needs root, 'ip' and 'tc'), loopback, or auto: namespaces"
                            + " if possible (default: ${DEFAULT-VALUE}).")
    private NetworkChoice network = NetworkChoice.auto;

    @Mixin private PluginOptions plugins = new PluginOptions();

    @Option(
            names = "--storm-timings",
            description =
                    "Keep Storm's default periods, as on a cluster; otherwise some are"
                            + " shorter (docs/guides/lab.md).")
    private boolean stormTimings;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time limit for the start (default: 2m).")
    private Duration limit = Duration.ofMinutes(2);

    @Option(
            names = "--any-memory",
            description = "Start even if the machine has too little free memory.")
    private boolean anyMemory;

    @Option(names = "--keep", description = "Keep the folder with its logs if the start fails.")
    private boolean keep;

    @Option(
            names = "--repository",
            paramLabel = "URL",
            description =
                    "Maven repository from which to download Storm's jars that ~/.m2 does"
                            + " not have (default: Central).")
    private @Nullable URI repository;

    @Override
    int run() throws LabException, IOException, InterruptedException {
        if (repository != null
                && !REPOSITORY_SCHEMES.contains(String.valueOf(repository.getScheme()))) {
            throw usageError(
                    "--repository is '" + repository + "', expected an http, https or file URL");
        }
        LabSettings settings = readSettings();
        AtomicInteger signal = new AtomicInteger();
        Thread commandThread = Thread.currentThread();
        for (String name : List.of("INT", "TERM", "HUP")) {
            Signals.handle(
                    name,
                    number -> {
                        signal.compareAndSet(0, number);
                        commandThread.interrupt();
                    });
        }
        try {
            Lab lab = Lab.up(folder(), settings, findStormJars(), keep, this::printMessage);
            int started = lab.state().hosts().size();
            String nimbus =
                    "storm://%s:%d"
                            .formatted(lab.state().head().address(), lab.state().nimbusPort());
            print(
                    "Lab '%s' is up: %d hosts, Nimbus at %s. 'eyewall lab submit APP.jar MAIN', 'eyewall lab down'."
                            .formatted(name(), started, nimbus),
                    line -> {
                        line.writeStringField("lab", name());
                        line.writeNumberField("hosts", started);
                        line.writeStringField("nimbus", nimbus);
                    });
            return ExitCode.OK;
        } catch (LabException | IOException | InterruptedException e) {
            if (signal.get() == 0) {
                throw e;
            }
            boolean isFolderLeft = Files.exists(folder().path());
            printMessage(
                    "eyewall: interrupted; "
                            + (isFolderLeft
                                    ? "'eyewall lab down' removes what is left: " + e.getMessage()
                                    : "nothing of the lab is left"));
            return ExitCode.SIGNAL + signal.get();
        }
    }

    private LabSettings readSettings() throws IOException {
        if (limit.isZero()) {
            throw usageError("--timeout is 0, expected more");
        }
        try {
            Optional<LabNetwork.Kind> kind =
                    switch (network) {
                        case auto -> Optional.empty();
                        case namespaces -> Optional.of(LabNetwork.Kind.NAMESPACES);
                        case loopback -> Optional.of(LabNetwork.Kind.LOOPBACK);
                    };
            LabSettings settings =
                    new LabSettings(
                            hosts,
                            slots,
                            kind,
                            Rate.parse(rate),
                            plugins.plugins(),
                            stormTimings,
                            anyMemory,
                            limit);
            if (box != null) {
                settings = settings.withBox(new LabSettings.Box(Rate.parse(box)));
            }
            settings.check();
            return settings;
        } catch (IllegalArgumentException | LabException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    private StormJars findStormJars() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));
        return new StormJars(
                List.of(home.resolve(".m2").resolve("repository")),
                CacheFolder.of("storm-jars"),
                repository == null ? StormJars.CENTRAL : repository);
    }
}
