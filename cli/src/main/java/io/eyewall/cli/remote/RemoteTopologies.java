package io.eyewall.cli.remote;

import io.eyewall.control.RemoteTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The running topologies of all processes. Each process is polled by a thread of its own; if it
 * does not answer in time, its previous answer is used. A topology that a previous poll has found
 * is represented by the same object, which has already loaded its plan. Used by one thread.
 */
public final class RemoteTopologies implements Supplier<List<RemoteTopology>> {
    private static final long POLL_TIMEOUT_MS = 1_000;

    private final Processes processes;
    private final @Nullable String selector;
    private final Map<Long, RemoteProcess> processesByPid = new HashMap<>();
    private final ExecutorService threadPool = Executors.newCachedThreadPool(Daemon::new);

    private static final class Daemon extends Thread {
        Daemon(Runnable work) {
            super(work, "eyewall-console-processes");
            setDaemon(true);
        }
    }

    /**
     * Creates the supplier.
     *
     * @param selector the name or id of a topology, or the number of a process; null for all
     *     topologies
     */
    public RemoteTopologies(Processes processes, @Nullable String selector) {
        this.processes = processes;
        this.selector = selector;
    }

    @Override
    public List<RemoteTopology> get() {
        List<Long> present = pids();
        processesByPid.keySet().retainAll(present);
        for (long pid : present) {
            processesByPid
                    .computeIfAbsent(pid, p -> new RemoteProcess(processes, p))
                    .startPoll(threadPool);
        }
        long deadlineNs = System.nanoTime() + POLL_TIMEOUT_MS * 1_000_000;
        List<RemoteTopology> selected = new ArrayList<>();
        for (long pid : present) {
            RemoteProcess process = processesByPid.get(pid);
            if (process != null) {
                process.topologies(deadlineNs).stream()
                        .filter(this::isSelected)
                        .forEach(selected::add);
            }
        }
        return selected;
    }

    private List<Long> pids() {
        try {
            return processes.pids();
        } catch (NobodyException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private boolean isSelected(RemoteTopology topology) {
        return selector == null
                || selector.equals(topology.name())
                || selector.equals(topology.id())
                || selector.equals(Long.toString(topology.process().pid()));
    }
}
