package io.eyewall.server.nimbus;

import io.eyewall.server.keeper.Keepers;
import io.eyewall.server.keeper.KeptTopology;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.SubmissionFacts;
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

    /** Makes plans of topologies. */
    @FunctionalInterface
    interface Planner {
        /** Returns a topology's plan. */
        TopologyPlan plan(String id, String name, Map<String, Object> conf, StormTopology topology)
                throws InvalidTopologyException;
    }

    StoredTopologies(StateFolder state, Keepers keepers, Planner planner) {
        this.state = state;
        this.keepers = keepers;
        this.planner = planner;
    }

    /**
     * Hands the topologies to keepers. Folders that can't be read are left unchanged and reported
     * in the log.
     *
     * @param onRestored receives the topologies that clients can see, and whether they are active
     * @throws IOException if the state can't be read at all
     */
    void restore(BiConsumer<KeptTopology, Boolean> onRestored) throws IOException {
        Set<String> names = new HashSet<>();
        for (TopologyFolder folder : state.storedTopologies()) {
            try {
                restore(folder, names, onRestored);
            } catch (IOException | InvalidTopologyException | RuntimeException e) {
                LOG.error("topology {} can't be restored; its folder is left unchanged", folder, e);
            }
        }
    }

    private void restore(
            TopologyFolder folder, Set<String> names, BiConsumer<KeptTopology, Boolean> onRestored)
            throws IOException, InvalidTopologyException {
        SubmissionFacts submission = folder.submission();
        if (folder.isStandby() && folder.dropStandby()) {
            LOG.warn("update by {} is abandoned: its server has ended", submission.id());
            state.remove(folder); // the new version's process notices that, and ends
        } else if (folder.isReplaced()) {
            // The keeper removes the folder when the process has ended.
            keepers.add(folder, plan(submission, folder));
        } else if (!folder.isKilled() && !names.add(submission.name())) {
            LOG.error(
                    "{} is a second topology '{}' and is not started; kill the first one and"
                            + " start the server again",
                    folder,
                    submission.name());
        } else {
            onRestored.accept(
                    keepers.add(folder, plan(submission, folder)), folder.orders().active());
        }
    }

    private TopologyPlan plan(SubmissionFacts submission, TopologyFolder folder)
            throws IOException, InvalidTopologyException {
        return planner.plan(submission.id(), submission.name(), folder.conf(), folder.topology());
    }
}
