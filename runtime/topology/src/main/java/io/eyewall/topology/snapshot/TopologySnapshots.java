package io.eyewall.topology.snapshot;

import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The snapshots of a topology that this process runs. Any thread may call. */
public interface TopologySnapshots {
    /** Returns how the snapshots are. */
    SnapshotReport report();

    /**
     * Takes a snapshot as soon as possible, whatever the interval.
     *
     * @param copyTo new or empty folder for a copy, from which another run may begin; null: none
     * @return completes with the number of the snapshot when it is whole, copied, and committed by
     *     transactional sinks; fails with an {@link IllegalStateException} if it could not be
     *     written or copied, or the topology has ended
     */
    CompletableFuture<Long> take(@Nullable Path copyTo);

    /** Returns the snapshots of a topology that this process runs; empty if it takes none. */
    static Optional<TopologySnapshots> of(String topologyId) {
        return Optional.ofNullable(Running.BY_ID.get(topologyId));
    }

    /** Makes the snapshots of a topology known to this process, until {@link #end}. */
    static void begin(String topologyId, TopologySnapshots snapshots) {
        Running.BY_ID.put(topologyId, snapshots);
    }

    /**
     * Records that a topology runs without snapshots, which it did not ask for itself.
     *
     * @param reason why it can't take them
     */
    static void beginWithout(String topologyId, String reason) {
        Running.WITHOUT.put(topologyId, reason);
    }

    /** Returns whether {@link #beginWithout} was called for a topology. */
    static boolean hasNone(String topologyId) {
        return Running.WITHOUT.containsKey(topologyId);
    }

    /** Forgets the snapshots of a topology, unless others have taken their place. */
    static void end(String topologyId, TopologySnapshots snapshots) {
        Running.BY_ID.remove(topologyId, snapshots);
    }

    /**
     * Takes a snapshot of a topology that this process runs, and waits for it.
     *
     * @param copyTo as of {@link #take}
     * @return the number of the snapshot
     * @throws IllegalStateException if the topology takes no snapshots, if the snapshot could not
     *     be written or copied, or if it was not whole in time; the message says why
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    static long takeNow(TopologyPlan plan, @Nullable Path copyTo, Duration limit)
            throws InterruptedException {
        TopologySnapshots snapshots = Running.BY_ID.get(plan.id());
        if (snapshots == null) {
            throw new IllegalStateException(
                    "topology '%s' takes no snapshots: %s"
                            .formatted(
                                    plan.name(),
                                    Running.WITHOUT.getOrDefault(
                                            plan.id(),
                                            ConfigKeys.SNAPSHOT_DIR.name()
                                                    + " is "
                                                    + plan.conf()
                                                            .getOrDefault(
                                                                    ConfigKeys.SNAPSHOT_DIR.name(),
                                                                    "not set"))));
        }
        CompletableFuture<Long> taken = snapshots.take(copyTo);
        try {
            return taken.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(cause.getMessage(), cause);
        } catch (TimeoutException e) {
            taken.cancel(false); // no copy is made of a later one
            List<String> waitsFor = snapshots.report().waitsFor();
            throw new IllegalStateException(
                    "no snapshot of topology '%s' was whole after %d s: %s"
                            .formatted(
                                    plan.name(),
                                    limit.toSeconds(),
                                    waitsFor.isEmpty()
                                            ? "no source has begun it (those of an inactive topology do not)"
                                            : "it waits for " + waitsFor),
                    e);
        }
    }

    /** The snapshots of this process. */
    final class Running {
        private static final Map<String, TopologySnapshots> BY_ID = new ConcurrentHashMap<>();

        /** The reasons of topologies that run without, by id. */
        private static final Map<String, String> WITHOUT = new ConcurrentHashMap<>();

        private Running() {}
    }
}
