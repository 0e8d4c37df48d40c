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
    private static final long PATIENCE_MS = 1_000;

    private final Processes processes;
    private final @Nullable String which;
    private final Map<Long, RemoteProcess> known = new HashMap<>();
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
     * @param which the name or id of a topology, or the number of a process; null for all
     *     topologies
     */
    public RemoteTopologies(Processes processes, @Nullable String which) {
        this.processes = processes;
        this.which = which;
    }

    @Override
    public List<RemoteTopology> get() {
        List<Long> present = numbers();
        known.keySet().retainAll(present);
        for (long pid : present) {
            known.computeIfAbsent(pid, p -> new RemoteProcess(processes, p)).ask(threadPool);
        }
        long endNs = System.nanoTime() + PATIENCE_MS * 1_000_000;
        List<RemoteTopology> wanted = new ArrayList<>();
        for (long pid : present) {
            RemoteProcess process = known.get(pid);
            if (process != null) {
                process.topologies(endNs).stream().filter(this::isWanted).forEach(wanted::add);
            }
        }
        return wanted;
    }

    private List<Long> numbers() {
        try {
            return processes.numbers();
        } catch (NobodyException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private boolean isWanted(RemoteTopology topology) {
        return which == null
                || which.equals(topology.name())
                || which.equals(topology.id())
                || which.equals(Long.toString(topology.process().pid()));
    }
}
