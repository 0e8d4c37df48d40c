package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.server.store.TopologyFolder;
import org.jspecify.annotations.Nullable;

/**
 * The control service that returns the folder of the topology which a worker runs. A server uses it
 * to avoid taking another server's worker for its own.
 */
public final class FolderService implements ControlService {
    /** The name of the service. */
    public static final String NAME = "worker.folder";

    private final TopologyFolder folder;

    FolderService(TopologyFolder folder) {
        this.folder = folder;
    }

    @Override
    public Object answer(@Nullable JsonNode arguments) {
        return folder.toString();
    }
}
