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
    private Map<String, RemoteTopology> known = new HashMap<>();
    private List<RemoteTopology> last = List.of();
    private @Nullable CompletableFuture<Optional<List<Processes.Found>>> asked;

    RemoteProcess(Processes processes, long pid) {
        this.processes = processes;
        this.pid = pid;
    }

    /** Starts a poll on another thread, unless a poll is in progress. */
    void ask(Executor threads) {
        if (asked == null) {
            asked = CompletableFuture.supplyAsync(() -> processes.of(pid), threads);
        }
    }

    /**
     * Returns the topologies of the current poll, or those of the previous one if the current poll
     * takes too long.
     *
     * @param endNs the time until which to wait, by {@link System#nanoTime}
     */
    List<RemoteTopology> topologies(long endNs) {
        CompletableFuture<Optional<List<Processes.Found>>> question = asked;
        if (question == null) {
            return last;
        }
        try {
            long waitNs = Math.max(0, endNs - System.nanoTime());
            question.get(waitNs, TimeUnit.NANOSECONDS).ifPresent(this::setTopologies);
            asked = null;
        } catch (TimeoutException e) {
            return last; // the next call may have the answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            asked = null;
            throw new IllegalStateException("process " + pid + " can't be asked", e.getCause());
        }
        return last;
    }

    private void setTopologies(List<Processes.Found> topologies) {
        Map<String, RemoteTopology> now = new HashMap<>();
        last =
                topologies.stream()
                        .map(
                                found -> {
                                    String id = found.topology().id();
                                    RemoteTopology same = known.getOrDefault(id, found.topology());
                                    now.put(id, same);
                                    return same;
                                })
                        .toList();
        known = now;
    }
}
