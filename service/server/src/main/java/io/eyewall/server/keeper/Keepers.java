package io.eyewall.server.keeper;

import io.eyewall.engine.RunningTopology;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.server.worker.HandOverReport;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All topologies that a server keeps running, each with its {@link Keeper}. Any thread may call.
 */
public final class Keepers implements AutoCloseable {
    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final StateFolder state;
    private final KeeperSettings settings;
    private final List<Keeper> keepers = new ArrayList<>();
    private boolean started;
    private boolean closed;

    /** Creates an empty set. */
    public Keepers(StateFolder state, KeeperSettings settings) {
        this.state = state;
        this.settings = settings;
    }

    /** Begins to find and start processes. */
    public void start() {
        synchronized (keepers) {
            started = true;
            keepers.forEach(Keeper::start);
        }
    }

    /**
     * Adds a topology, which is kept running from {@link #start} on.
     *
     * @param plan plan of the topology as it was submitted
     * @throws IOException if its folder can't be read
     * @throws IllegalStateException if this is closed
     */
    public KeptTopology add(TopologyFolder folder, TopologyPlan plan) throws IOException {
        return add(folder, plan, null);
    }

    private KeptTopology add(
            TopologyFolder folder, TopologyPlan plan, @Nullable WorkerChild process)
            throws IOException {
        Keeper keeper = new Keeper(state, folder, plan, settings, process);
        synchronized (keepers) {
            if (closed) {
                throw new IllegalStateException(
                        "the server is ending; try again with the next one");
            }
            keepers.removeIf(Keeper::isOver);
            if (started) {
                keeper.start();
            }
            keepers.add(keeper);
        }
        return keeper.topology();
    }

    /**
     * Refuses an update if topologies run inside the server's process, because an update needs a
     * second process.
     *
     * @throws IllegalArgumentException if it is refused
     */
    public void checkCanUpdate(String name) {
        if (settings.insideServer()) {
            throw new IllegalArgumentException(
                    ("topology '%s' can't be updated: this server runs topologies inside its own"
                                    + " process; start it without --in-process, or 'eyewall kill'"
                                    + " and 'eyewall submit'")
                            .formatted(name));
        }
    }

    /**
     * Creates the update of a topology; the caller must run it on a thread of its own.
     *
     * @param current the old version
     * @param folder folder of the new version, in standby
     * @param plan plan of the new version
     * @param onAdopted receives the new version from the moment when it must run
     */
    public Update createUpdate(
            KeptTopology current,
            TopologyFolder folder,
            TopologyPlan plan,
            UpdateNote note,
            Consumer<KeptTopology> onAdopted) {
        StandbyProcess newVersion =
                new StandbyProcess(
                        state,
                        folder,
                        plan.id(),
                        settings,
                        process -> onAdopted.accept(add(folder, plan, process)));
        return new Update(
                UpdateReport.starting(plan.name(), plan.id(), note.replaces()),
                newVersion,
                oldVersionOf(current, folder, note.drainMs()),
                note.limitMs(),
                Update.Clock.SYSTEM,
                this::isClosed);
    }

    private static Update.OldVersion oldVersionOf(
            KeptTopology current, TopologyFolder successor, long drainMs) {
        return new Update.OldVersion() {
            @Override
            public boolean isWanted() {
                return !current.isEnding();
            }

            @Override
            public @Nullable HandOverReport handOver() {
                return current.handOver(successor, drainMs);
            }
        };
    }

    private boolean isClosed() {
        synchronized (keepers) {
            return closed;
        }
    }

    private List<Keeper> allKeepers() {
        synchronized (keepers) {
            return List.copyOf(keepers);
        }
    }

    /** Returns the keepers whose topologies are neither over nor replaced. */
    private Stream<Keeper> liveKeepers() {
        return allKeepers().stream().filter(keeper -> !keeper.isOver() && !keeper.isReplaced());
    }

    /**
     * Returns the reasons why topologies are not ready, each with the topology's name; null if all
     * are ready.
     */
    public @Nullable String whyNotReady() {
        String waiting =
                allKeepers().stream()
                        .map(Keeper::whyNotReady)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("; "));
        return waiting.isEmpty() ? null : waiting;
    }

    /** Returns the topologies whose processes can't be reached at the moment. */
    public List<RunningTopology> topologiesWithoutProcess() {
        return liveKeepers()
                .filter(keeper -> !keeper.isReachable())
                .map(keeper -> (RunningTopology) keeper.topology())
                .toList();
    }

    /** Returns a topology that is not over, whether its process can be reached or not. */
    public Optional<RunningTopology> find(String id) {
        return liveKeepers()
                .map(keeper -> (RunningTopology) keeper.topology())
                .filter(topology -> topology.plan().id().equals(id))
                .findFirst();
    }

    /** Stops all keepers; the processes continue. */
    @Override
    public void close() {
        synchronized (keepers) {
            closed = true;
        }
        List<Keeper> stopping = allKeepers();
        stopping.forEach(Keeper::stop);
        long deadlineNs = System.nanoTime() + CLOSE_LIMIT_NS;
        try {
            for (Keeper keeper : stopping) {
                keeper.awaitStopped(deadlineNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
