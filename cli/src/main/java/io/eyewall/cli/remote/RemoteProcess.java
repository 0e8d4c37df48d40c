package io.eyewall.cli.remote;

import io.eyewall.control.RemoteTopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A process whose topologies are polled. Used by one thread. */
final class RemoteProcess {
    private final Processes processes;
    private final long pid;
    private Map<String, RemoteTopology> topologiesById = new HashMap<>();
    private List<RemoteTopology> latest = List.of();
    private @Nullable CompletableFuture<Optional<List<Processes.Found>>> pendingPoll;

    RemoteProcess(Processes processes, long pid) {
        this.processes = processes;
        this.pid = pid;
    }

    /** Starts a poll on another thread, unless a poll is in progress. */
    void startPoll(Executor threads) {
        if (pendingPoll == null) {
            pendingPoll = CompletableFuture.supplyAsync(() -> processes.topologiesOf(pid), threads);
        }
    }

    /**
     * Returns the topologies of the current poll, or those of the previous one if the current poll
     * takes too long.
     *
     * @param deadlineNs the time at which to stop waiting, by {@link System#nanoTime}
     */
    List<RemoteTopology> topologies(long deadlineNs) {
        CompletableFuture<Optional<List<Processes.Found>>> poll = pendingPoll;
        if (poll == null) {
            return latest;
        }
        try {
            long waitNs = Math.max(0, deadlineNs - System.nanoTime());
            poll.get(waitNs, TimeUnit.NANOSECONDS).ifPresent(this::setTopologies);
            pendingPoll = null;
        } catch (TimeoutException e) {
            return latest; // the next call may have the answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            pendingPoll = null;
            throw new IllegalStateException("process " + pid + " can't be polled", e.getCause());
        }
        return latest;
    }

    /** Stores a poll's result, but keeps known objects, because they have loaded their plans. */
    private void setTopologies(List<Processes.Found> topologies) {
        Map<String, RemoteTopology> currentById = new HashMap<>();
        latest =
                topologies.stream()
                        .map(
                                found -> {
                                    String id = found.topology().id();
                                    RemoteTopology known =
                                            topologiesById.getOrDefault(id, found.topology());
                                    currentById.put(id, known);
                                    return known;
                                })
                        .toList();
        topologiesById = currentById;
    }
}
