package io.eyewall.server.nimbus;

import io.eyewall.server.keeper.Keepers;
import io.eyewall.server.keeper.KeptTopology;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.Submitted;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Restores the topologies that earlier servers of the folder accepted. */
final class StoredTopologies {
    private static final Logger LOG = LoggerFactory.getLogger(StoredTopologies.class);

    private final StateFolder state;
    private final Keepers keepers;
    private final Planner planner;

    /** Parses topologies. */
    @FunctionalInterface
    interface Planner {
        /** The plan of one. */
        TopologyPlan plan(String id, String name, Map<String, Object> conf, StormTopology topology)
                throws InvalidTopologyException;
    }

    StoredTopologies(StateFolder state, Keepers keepers, Planner planner) {
        this.state = state;
        this.keepers = keepers;
        this.planner = planner;
    }

    /**
     * Has them kept. What can't be read is left as it is, and said in the log.
     *
     * @param known is given those that are to be known, and whether they are active
     * @throws IOException if the state can't be read at all
     */
    void takeOver(BiConsumer<KeptTopology, Boolean> known) throws IOException {
        Set<String> names = new HashSet<>();
        for (TopologyFolder folder : state.stored()) {
            try {
                takeOver(folder, names, known);
            } catch (IOException | InvalidTopologyException | RuntimeException e) {
                LOG.error("{} can't be gone on with; it stays as it is", folder, e);
            }
        }
    }

    private void takeOver(
            TopologyFolder folder, Set<String> names, BiConsumer<KeptTopology, Boolean> known)
            throws IOException, InvalidTopologyException {
        Submitted kept = folder.submitted();
        if (folder.isStandby() && folder.dropStandby()) {
            LOG.warn("the update by {} is given up: its server has ended", kept.id());
            state.remove(folder); // its process sees that, and ends
        } else if (folder.isReplaced()) {
            keepers.keep(folder, plan(kept, folder)); // until its process has ended
        } else if (!folder.isKilled() && !names.add(kept.name())) {
            LOG.error(
                    "{} is a second topology '{}'; it stays as it is, end the first and"
                            + " start the server again",
                    folder,
                    kept.name());
        } else {
            known.accept(keepers.keep(folder, plan(kept, folder)), folder.orders().active());
        }
    }

    private TopologyPlan plan(Submitted kept, TopologyFolder folder)
            throws IOException, InvalidTopologyException {
        return planner.plan(kept.id(), kept.name(), folder.conf(), folder.topology());
    }
}
