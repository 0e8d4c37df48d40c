package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.server.store.TopologyFolder;
import org.jspecify.annotations.Nullable;

/** Says whose topology a worker runs: a server takes no other's for its own. */
public final class FolderService implements ControlService {
    /** Of the call. */
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
