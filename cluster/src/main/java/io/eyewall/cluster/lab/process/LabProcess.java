package io.eyewall.cluster.lab.process;

import java.util.List;
import java.util.Optional;

/**
 * A process that had a lab's mark when it was looked at.
 *
 * @param handle knows when the process was started, and ends none that was started later
 * @param host on which host of the lab it runs
 * @param commandLine program and arguments
 */
public record LabProcess(ProcessHandle handle, String host, Role role, List<String> commandLine) {
    private static final int ARGUMENTS_OF_WORKER = 5;

    public long pid() {
        return handle.pid();
    }

    /**
     * The slot of a worker, or of what takes its output.
     *
     * @param topologyId its topology
     * @param port of the slot
     */
    public record Slot(String topologyId, int port) {}

    /** Storm gives a worker: topology, supervisor, the supervisor's port, its own, its id. */
    public Optional<Slot> slot() {
        int main = Role.WORKER.mainAt(commandLine);
        if (main < 0 || commandLine.size() <= main + ARGUMENTS_OF_WORKER) {
            return Optional.empty();
        }
        try {
            int port = Integer.parseInt(commandLine.get(main + 4));
            return Optional.of(new Slot(commandLine.get(main + 1), port));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** As SIGKILL does; false if it can't be ended, or is over. */
    boolean kill() {
        return handle.destroyForcibly();
    }
}
