package io.eyewall.lab;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.probe.Probe;
import io.eyewall.lab.process.ProcessLauncher;
import io.eyewall.lab.storm.StormCommands;
import io.eyewall.lab.storm.StormFolders;
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
 * Runs clients of a lab's Nimbus. They are processes on the lab's head, since Nimbus is reachable
 * only from the lab's hosts. For one thread.
 */
final class LabClients {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int POLL_INTERVAL_MS = 50;

    private final LabNetwork network;
    private final StormFolders folders;
    private final StormCommands commands;
    private final ProcessLauncher launcher;

    LabClients(LabNetwork network, StormFolders folders, ProcessLauncher launcher) {
        this.network = network;
        this.folders = folders;
        this.commands = new StormCommands(folders);
        this.launcher = launcher;
    }

    /** A check of the daemons while a client waits for them. */
    interface Check {
        void run() throws LabException;
    }

    /**
     * Waits until Nimbus knows supervisors.
     *
     * @param addresses the addresses of their hosts
     * @param check runs periodically during the wait
     * @param progress receives the addresses of all supervisors that Nimbus knows, whenever they
     *     change
     * @return the addresses that are missing at the end of the time limit; all of them if Nimbus
     *     has not answered
     * @throws LabException if the check throws it, or the probe of Nimbus ends
     */
    List<String> awaitSupervisors(
            List<String> addresses, long limitMs, Check check, Consumer<List<String>> progress)
            throws LabException, IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("wait"));
        arguments.addAll(addresses);
        Process probe = launcher.startReporter(probeCommand(arguments), errorFile());
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
                                "the probe of Nimbus exited with code %d; see %s"
                                        .formatted(probe.waitFor(), errorFile()));
                    }
                    if (line.startsWith("{")) {
                        List<String> known = new ArrayList<>();
                        JSON.readTree(line)
                                .path("supervisors")
                                .forEach(each -> known.add(each.asText()));
                        missing = new TreeSet<>(addresses);
                        known.forEach(missing::remove);
                        progress.accept(known);
                        if (missing.isEmpty()) {
                            break;
                        }
                    }
                }
                Thread.sleep(POLL_INTERVAL_MS);
            }
        } finally {
            probe.destroyForcibly().waitFor();
        }
        return List.copyOf(missing);
    }

    /** Starts the process that reports supervisors and topologies on request; see {@link Probe}. */
    Process startStatusProbe() throws IOException {
        return launcher.startWithPipes(probeCommand(List.of("status")), errorFile());
    }

    private ProcessLauncher.Command probeCommand(List<String> arguments) {
        return commandOnHead(
                commands.eyewallCommand(codePath(), Probe.class, arguments),
                folders.logs(LabHost.HEAD));
    }

    private Path errorFile() {
        return folders.outputFile(LabHost.HEAD, "probe");
    }

    /** Returns the location of this module's classes: a jar, or a folder of the build. */
    private static Path codePath() {
        try {
            return Path.of(Probe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of this module's classes is not a path", e);
        }
    }

    /**
     * Runs an application's main class, as {@code storm jar} does, in this process' working
     * directory.
     *
     * @param output receives the lines that it prints; null for this process' standard output
     * @return its exit code
     */
    int submit(
            Path jar, String mainClass, List<String> arguments, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commands.submitCommand(jar.toAbsolutePath(), mainClass, arguments), output);
    }

    /**
     * Runs one of Storm's own commands.
     *
     * @param output receives the lines that it prints; null for this process' standard output
     * @return its exit code
     * @throws IllegalArgumentException if there is no such verb
     */
    int storm(String verb, List<String> arguments, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commands.stormCommand(StormCommands.mainClassOf(verb), arguments), output);
    }

    /**
     * Runs any program on a host, in this process' working directory.
     *
     * @param output receives the lines that it prints; null for this process' standard output
     * @return its exit code
     */
    int execute(String host, List<String> command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commandOn(host, command, Path.of("").toAbsolutePath()), output);
    }

    private int run(List<String> command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        return run(commandOnHead(command, Path.of("").toAbsolutePath()), output);
    }

    /**
     * Runs a process to its end. It is ended together with this process, unless this one is killed
     * by SIGKILL.
     */
    private int run(ProcessLauncher.Command command, @Nullable Consumer<String> output)
            throws IOException, InterruptedException {
        Process process =
                output == null
                        ? launcher.startClient(command)
                        : launcher.startClientWithReadableOutput(command);
        Thread destroyer = new Thread(process::destroy, "eyewall-lab-end");
        Runtime.getRuntime().addShutdownHook(destroyer);
        try {
            if (output != null) {
                process.inputReader(StandardCharsets.UTF_8).lines().forEach(output);
            }
            return process.waitFor();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            process.destroyForcibly();
            removeHook(destroyer);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown hook is running.
        }
    }

    private ProcessLauncher.Command commandOnHead(List<String> command, Path folder) {
        return commandOn(LabHost.HEAD, command, folder);
    }

    private ProcessLauncher.Command commandOn(String host, List<String> command, Path folder) {
        List<String> all = new ArrayList<>(network.commandPrefix(host));
        all.addAll(command);
        return new ProcessLauncher.Command(host, all, commands.variables(host), folder);
    }
}
