package io.eyewall.server.keeper;

import io.eyewall.engine.RunningTopology;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All topologies that a server keeps running. Any thread may call. */
public final class Keepers implements AutoCloseable {
    private final StateFolder state;
    private final KeeperSettings settings;
    private final List<Keeper> keepers = new ArrayList<>();
    private boolean begun;

    /** None so far. */
    public Keepers(StateFolder state, KeeperSettings settings) {
        this.state = state;
        this.settings = settings;
    }

    /** From now on processes are started, and found. */
    public void begin() {
        synchronized (keepers) {
            begun = true;
            keepers.forEach(Keeper::start);
        }
    }

    /**
     * Keeps another one running, from {@link #begin} on.
     *
     * @param plan as it was submitted
     * @throws IOException if its folder can't be read
     */
    public KeptTopology keep(TopologyFolder folder, TopologyPlan plan) throws IOException {
        Keeper keeper = new Keeper(state, folder, plan, settings);
        synchronized (keepers) {
            keepers.removeIf(Keeper::isOver);
            keepers.add(keeper);
            if (begun) {
                keeper.start();
            }
        }
        return keeper.topology();
    }

    private List<Keeper> all() {
        synchronized (keepers) {
            return List.copyOf(keepers);
        }
    }

    /** Which topologies' processes were not looked for yet, or are about to start; null: none. */
    public @Nullable String notYet() {
        String waiting =
                all().stream()
                        .map(Keeper::notYet)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("; "));
        return waiting.isEmpty() ? null : waiting;
    }

    /** Those that no process can be asked about at the moment. */
    public List<RunningTopology> withoutProcess() {
        return all().stream()
                .filter(keeper -> !keeper.isOver() && !keeper.isReachable())
                .map(keeper -> (RunningTopology) keeper.topology())
                .toList();
    }

    /** Looks after none any more; their processes go on. */
    @Override
    public void close() {
        all().forEach(Keeper::close);
    }
}
