package io.eyewall.server.store;

import java.io.IOException;

/** Thrown when an order is written for a topology that its update has replaced. */
public final class ReplacedFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    ReplacedFolderException(TopologyFolder folder) {
        super(folder + " has been replaced by an update");
    }
}
