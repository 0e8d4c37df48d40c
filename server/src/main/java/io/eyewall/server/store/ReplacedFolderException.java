package io.eyewall.server.store;

import java.io.IOException;

/** A topology is told something that has been replaced by its update. */
public final class ReplacedFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    ReplacedFolderException(TopologyFolder folder) {
        super(folder + " has been replaced by an update");
    }
}
