package io.eyewall.cluster.lab;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.lab.network.Network;
import io.eyewall.cluster.lab.probe.Probe;
import io.eyewall.cluster.lab.process.Launcher;
import io.eyewall.cluster.lab.storm.StormCommands;
import io.eyewall.cluster.lab.storm.StormFolders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs what asks a lab's Nimbus: processes on its head, since nobody else may reach that. For one
 * thread.
 */
final class LabClients {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int PAUSE_MS = 50;

    private final Network network;
    private final StormFolders folders;
    private final StormCommands commands;
    private final Launcher launcher;

    LabClients(Network network, StormFolders folders, Launcher launcher) {
        this.network = network;
        this.folders = folders;
        this.commands = new StormCommands(folders);
        this.launcher = launcher;
    }

    /** Looks after daemons while they are waited for. */
    interface Check {
        void run() throws LabException;
    }

    /**
     * Waits until Nimbus knows supervisors.
     *
     * @param addresses of their hosts
     * @param check is called again and again
     * @param progress is told the addresses of those who are there
     * @return those that are missing when the time is over; all, if Nimbus has not answered
     * @throws LabException as the check throws it
     */
    List<String> await(
            List<String> addresses, long limitMs, Check check, Consumer<List<String>> progress)
            throws LabException, IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("wait"));
        arguments.addAll(addresses);
        Process probe = launcher.reporter(probe(arguments), errors());
        TreeSet<String> missing = new TreeSet<>(addresses);
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        try (BufferedReader lines = probe.inputReader(StandardCharsets.UTF_8)) {
            while (!missing.isEmpty() && System.nanoTime() - endNs < 0) {
                check.run();
                boolean ended = !probe.isAlive();
                while (lines.ready() || ended) {
                    String line = lines.readLine();
                    if (line == null) {
                        throw new LabException(
                                "what asks Nimbus has ended with %d; see %s"
                                        .formatted(probe.waitFor(), errors()));
                    }
                    if (line.startsWith("{")) {
                        List<String> there = new ArrayList<>();
                        JSON.readTree(line)
                                .path("supervisors")
                                .forEach(each -> there.add(each.asText()));
                        missing = new TreeSet<>(addresses);
                        there.forEach(missing::remove);
                        progress.accept(there);
                        if (missing.isEmpty()) {
                            break;
                        }
                    }
                }
                Thread.sleep(PAUSE_MS);
            }
        } finally {
            probe.destroyForcibly().waitFor();
        }
        return List.copyOf(missing);
    }

    /** Starts what answers questions about supervisors and topologies; see {@link Probe}. */
    Process statusProbe() throws IOException {
        return launcher.conversation(probe(List.of("status")), errors());
    }

    private Launcher.Command probe(List<String> arguments) {
        return onHead(commands.ours(ownCode(), Probe.class, arguments), folders.logs(LabHost.HEAD));
    }

    private Path errors() {
        return folders.output(LabHost.HEAD, "probe");
    }

    /** Returns the location of this module's classes: a jar, or a folder of the build. */
    private static Path ownCode() {
        try {
            return Path.of(Probe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the module's own place", e);
        }
    }

    /**
     * Runs an application's main, as {@code storm jar} does, in this process' working directory.
     *
     * @param output is given the lines that it prints; null: they are printed
     * @return its exit code
     */
    int submit(
            Path jar, String mainClass, List<String> arguments, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commands.submission(jar.toAbsolutePath(), mainClass, arguments), output);
    }

    /**
     * Runs one of Storm's own commands.
     *
     * @param output as above
     * @return its exit code
     * @throws IllegalArgumentException if there is no such verb
     */
    int storm(String verb, List<String> arguments, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commands.command(StormCommands.classOf(verb), arguments), output);
    }

    /**
     * Runs any program on a host, in this process' working directory.
     *
     * @param output as above
     * @return its exit code
     */
    int execute(String host, List<String> command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(on(host, command, Path.of("").toAbsolutePath()), output);
    }

    private int run(List<String> command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(onHead(command, Path.of("").toAbsolutePath()), output);
    }

    /** Its end is also that of the process, however this one ends, but for a kill by force. */
    private int run(Launcher.Command command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        Process process =
                output == null ? launcher.client(command) : launcher.clientThatIsRead(command);
        Thread end = new Thread(process::destroy, "eyewall-lab-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            if (output != null) {
                process.inputReader(StandardCharsets.UTF_8).lines().forEach(output);
            }
            return process.waitFor();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            process.destroyForcibly();
            forget(end);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs now.
        }
    }

    private Launcher.Command onHead(List<String> command, Path folder) {
        return on(LabHost.HEAD, command, folder);
    }

    private Launcher.Command on(String host, List<String> command, Path folder) {
        List<String> all = new ArrayList<>(network.prefix(host));
        all.addAll(command);
        return new Launcher.Command(host, all, commands.variables(host), folder);
    }
}
