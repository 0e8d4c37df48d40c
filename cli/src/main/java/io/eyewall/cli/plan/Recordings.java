package io.eyewall.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Processes;
import io.eyewall.cli.terminal.StateHome;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.recording.Recorder;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes recordings, and reads and writes files of recordings and machine constants. */
public final class Recordings {
    private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MEASUREMENT_WINDOWS = 5;

    private Recordings() {}

    /** Returns the path of the file with this machine's constants. */
    public static Path machineFile() {
        return StateHome.folder().resolve("machine.json");
    }

    /**
     * Returns the constants measured on this machine; assumed ones if none were measured.
     *
     * @throws IllegalArgumentException if the file has another format
     */
    public static MachineConstants machine() throws IOException {
        return machine(machineFile());
    }

    static MachineConstants machine(Path file) throws IOException {
        try {
            return Files.exists(file)
                    ? read(file, MachineConstants.class)
                    : MachineConstants.ASSUMED;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + "; measure them again: eyewall calibrate", e);
        }
    }

    /**
     * Returns the machine's constants for callers that can work with assumed ones: if the file
     * can't be read, logs a warning and returns those.
     */
    public static MachineConstants machineIfReadable() {
        try {
            return machine();
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("predictions start from assumed constants of the machine: {}", e.toString());
            return MachineConstants.ASSUMED;
        }
    }

    /**
     * Reads a file written by {@link #write}.
     *
     * @throws IllegalArgumentException if the file has another format
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "%s is not a %s of this version: %s"
                            .formatted(file, type.getSimpleName(), e.getOriginalMessage()),
                    e);
        }
    }

    /** Writes a file atomically. */
    public static void write(Path file, Object value) throws IOException {
        Path absolute = file.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        Path temporary = absolute.resolveSibling(absolute.getFileName() + ".new");
        Files.writeString(
                temporary, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
        Files.move(
                temporary,
                absolute,
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Finds a topology.
     *
     * @param topologyOrPid the topology's name or id, or the number of a process with an active
     *     topology
     */
    static Processes.Found find(Processes processes, String topologyOrPid, @Nullable Long pid)
            throws NobodyException {
        if (!Processes.isNumber(topologyOrPid)) {
            return processes.topology(topologyOrPid, pid);
        }
        long processPid = Long.parseLong(topologyOrPid);
        return processes.topologies(processPid).stream()
                .filter(found -> found.topology().status() == TopologyStatus.ACTIVE)
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "process "
                                                + processPid
                                                + " has no topology that is active"));
    }

    /** Records a running topology for the given time in seconds. */
    static Recording record(Processes.Found found, int seconds)
            throws NobodyException, InterruptedException {
        RemoteTopology topology = found.topology();
        Recorder recorder = new Recorder(topology.plan());
        recorder.add(System.nanoTime(), topology.metrics());
        for (int i = 0; i < MEASUREMENT_WINDOWS; i++) {
            Thread.sleep(Math.max(1, seconds * 1000L / MEASUREMENT_WINDOWS));
            recorder.add(System.nanoTime(), topology.metrics());
        }
        return recorder.recording();
    }
}
