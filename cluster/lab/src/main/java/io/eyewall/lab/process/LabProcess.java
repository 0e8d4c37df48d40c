package io.eyewall.lab.process;

import java.util.List;
import java.util.Optional;

/**
 * A process of a lab, as it was when the process table was read. Immutable.
 *
 * @param handle the process; it cannot affect a later process with the same id, because it
 *     remembers the start time
 * @param host the lab's host on which the process runs; empty if its environment does not say
 * @param commandLine program and arguments
 */
public record LabProcess(ProcessHandle handle, String host, Role role, List<String> commandLine) {
    private static final int WORKER_ARGUMENTS = 5;

    public long pid() {
        return handle.pid();
    }

    /**
     * The slot of a worker, or of its log writer.
     *
     * @param topologyId the worker's topology
     * @param port the slot's port
     */
    public record Slot(String topologyId, int port) {}

    /**
     * Returns the slot of a worker or log writer. It is read from the command line: Storm's
     * arguments of a worker are topology, supervisor, the supervisor's port, the worker's port, the
     * worker's id.
     */
    public Optional<Slot> slot() {
        int main = Role.WORKER.mainClassIndex(commandLine);
        if (main < 0 || commandLine.size() <= main + WORKER_ARGUMENTS) {
            return Optional.empty();
        }
        try {
            int port = Integer.parseInt(commandLine.get(main + 4));
            return Optional.of(new Slot(commandLine.get(main + 1), port));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Kills the process as by SIGKILL. Returns false if it cannot be killed, or has ended. */
    boolean kill() {
        return handle.destroyForcibly();
    }
}
