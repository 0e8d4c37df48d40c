package io.eyewall.lab;

import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.ProcessLauncher;
import io.eyewall.lab.process.Role;
import io.eyewall.lab.storm.StormCommands;
import io.eyewall.lab.storm.StormFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Starts a lab's daemons, and reports those that have ended. For one thread. */
final class LabDaemons {
    private static final int SHOWN_LINES = 15;
    private static final int MAX_READ_BYTES = 64 * 1024;

    /** A daemon's role and host. */
    record Daemon(Role role, String host) {
        @Override
        public String toString() {
            return role == Role.SUPERVISOR
                    ? "the supervisor of " + host
                    : role == Role.NIMBUS ? "Nimbus" : "ZooKeeper";
        }
    }

    private final LabNetwork network;
    private final StormFolders folders;
    private final StormCommands commands;
    private final ProcessLauncher launcher;
    private final Map<Daemon, Process> started = new LinkedHashMap<>();

    LabDaemons(LabNetwork network, StormFolders folders, ProcessLauncher launcher) {
        this.network = network;
        this.folders = folders;
        this.commands = new StormCommands(folders);
        this.launcher = launcher;
    }

    /** Returns all daemons of a lab, in the order in which they are started. */
    static List<Daemon> allDaemons(LabState lab) {
        List<Daemon> daemons = new ArrayList<>();
        daemons.add(new Daemon(Role.ZOOKEEPER, LabHost.HEAD));
        daemons.add(new Daemon(Role.NIMBUS, LabHost.HEAD));
        lab.hosts().forEach(host -> daemons.add(new Daemon(Role.SUPERVISOR, host.name())));
        return daemons;
    }

    /** Returns whether a daemon is among the processes. */
    static boolean isRunning(Daemon daemon, List<LabProcess> processes) {
        return processes.stream()
                .anyMatch(
                        each -> each.role() == daemon.role() && each.host().equals(daemon.host()));
    }

    /**
     * Starts a daemon, which must not be running.
     *
     * @throws IOException if it cannot be started
     */
    void start(Daemon daemon) throws IOException {
        List<String> command = new ArrayList<>(network.commandPrefix(daemon.host()));
        command.addAll(commands.daemonCommand(daemon.role(), daemon.host()));
        ProcessLauncher.Command launch =
                new ProcessLauncher.Command(
                        daemon.host(),
                        command,
                        commands.variables(daemon.host()),
                        folders.logs(daemon.host()));
        Path output = folders.outputFile(daemon.host(), StormCommands.fileName(daemon.role()));
        started.put(daemon, launcher.startDaemon(launch, output));
    }

    /**
     * Checks that all daemons started by this object are alive.
     *
     * @throws LabException if one has ended; its message has the daemon's last output
     */
    void checkAlive() throws LabException {
        for (Map.Entry<Daemon, Process> each : started.entrySet()) {
            Process process = each.getValue();
            if (!process.isAlive()) {
                throw new LabException(
                        each.getKey()
                                + " exited with code "
                                + process.exitValue()
                                + ". "
                                + lastOutput(each.getKey()));
            }
        }
    }

    /** Returns the last lines that a daemon logged and printed, with the names of the files. */
    String lastOutput(Daemon daemon) {
        String name = StormCommands.fileName(daemon.role());
        return lastLines(folders.logFile(daemon.host(), name))
                + lastLines(folders.outputFile(daemon.host(), name));
    }

    private static String lastLines(Path file) {
        try {
            byte[] all = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            int from = Math.max(0, all.length - MAX_READ_BYTES);
            List<String> lines =
                    new String(all, from, all.length - from, StandardCharsets.UTF_8)
                            .lines()
                            .toList();
            if (lines.isEmpty()) {
                return "";
            }
            List<String> last =
                    lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
            return "Last lines of %s:%n  %s%n".formatted(file, String.join("\n  ", last));
        } catch (IOException e) {
            return file + " cannot be read: " + e + "\n";
        }
    }
}
