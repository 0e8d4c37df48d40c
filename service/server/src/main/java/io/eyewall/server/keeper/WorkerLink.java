package io.eyewall.server.keeper;

import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.FolderService;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A connection to the process that runs a topology.
 *
 * @param identity identity of the process
 * @param topology the topology in that process
 */
record WorkerLink(ProcessIdentity identity, RemoteTopology topology) {
    /**
     * Connects to the process, whichever server has started it.
     *
     * @return empty while the process can't be reached
     */
    static Optional<WorkerLink> find(TopologyFolder folder, String id) throws IOException {
        Optional<ProcessIdentity> identity = folder.worker();
        if (identity.isEmpty()) {
            return Optional.empty();
        }
        try {
            ControlClient client = ControlClient.connect(Path.of(identity.get().socket()));
            boolean runsThisTopology =
                    client.pid() == identity.get().pid()
                            && client.call(FolderService.NAME, null)
                                    .asText()
                                    .equals(folder.toString());
            return runsThisTopology
                    ? client.topology(id).map(topology -> new WorkerLink(identity.get(), topology))
                    : Optional.empty();
        } catch (IOException | ProcessGoneException | ControlException e) {
            return Optional.empty(); // it is not ready yet, or is ending
        }
    }

    /**
     * Returns the process with an identity, if it is alive. A later process with the same id does
     * not count.
     */
    static Optional<ProcessHandle> process(ProcessIdentity identity) {
        return ProcessHandle.of(identity.pid())
                .filter(
                        handle ->
                                identity.startMs() == 0
                                        || handle.info()
                                                        .startInstant()
                                                        .map(Instant::toEpochMilli)
                                                        .orElse(0L)
                                                == identity.startMs());
    }
}
