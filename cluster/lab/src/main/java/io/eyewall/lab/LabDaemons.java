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
    private static final int LAST_LINES = 15;
    private static final int LAST_BYTES = 64 * 1024;

    /** A daemon's role and host. */
    record Place(Role role, String host) {
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
    private final Map<Place, Process> started = new LinkedHashMap<>();

    LabDaemons(LabNetwork network, StormFolders folders, ProcessLauncher launcher) {
        this.network = network;
        this.folders = folders;
        this.commands = new StormCommands(folders);
        this.launcher = launcher;
    }

    /** Returns all daemons of a lab, in the order in which they are started. */
    static List<Place> places(LabState lab) {
        List<Place> places = new ArrayList<>();
        places.add(new Place(Role.ZOOKEEPER, LabHost.HEAD));
        places.add(new Place(Role.NIMBUS, LabHost.HEAD));
        lab.hosts().forEach(host -> places.add(new Place(Role.SUPERVISOR, host.name())));
        return places;
    }

    /** Returns whether a daemon is among the processes. */
    static boolean runs(Place place, List<LabProcess> processes) {
        return processes.stream()
                .anyMatch(each -> each.role() == place.role() && each.host().equals(place.host()));
    }

    /**
     * Starts a daemon, which must not be running.
     *
     * @throws IOException if it cannot be started
     */
    void start(Place place) throws IOException {
        List<String> command = new ArrayList<>(network.commandPrefix(place.host()));
        command.addAll(commands.daemon(place.role(), place.host()));
        ProcessLauncher.Command daemon =
                new ProcessLauncher.Command(
                        place.host(),
                        command,
                        commands.variables(place.host()),
                        folders.logs(place.host()));
        Path output = folders.output(place.host(), StormCommands.name(place.role()));
        started.put(place, launcher.daemon(daemon, output));
    }

    /**
     * Checks that all daemons started by this object are alive.
     *
     * @throws LabException if one has ended; its message has the daemon's last output
     */
    void checkAlive() throws LabException {
        for (Map.Entry<Place, Process> each : started.entrySet()) {
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
    String lastOutput(Place place) {
        String name = StormCommands.name(place.role());
        return lastLines(folders.log(place.host(), name))
                + lastLines(folders.output(place.host(), name));
    }

    private static String lastLines(Path file) {
        try {
            byte[] all = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            int from = Math.max(0, all.length - LAST_BYTES);
            List<String> lines =
                    new String(all, from, all.length - from, StandardCharsets.UTF_8)
                            .lines()
                            .toList();
            if (lines.isEmpty()) {
                return "";
            }
            List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return "Last lines of %s:%n  %s%n".formatted(file, String.join("\n  ", last));
        } catch (IOException e) {
            return file + " cannot be read: " + e + "\n";
        }
    }
}
