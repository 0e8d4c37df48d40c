package io.eyewall.server.keeper;

import io.eyewall.engine.ErrorReport;
import io.eyewall.server.store.TopologyFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Errors of the processes of a topology that have ended, with the reasons of their ends; the last
 * of them, also on disk. Any thread may read; one writes.
 */
final class ErrorBook {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorBook.class);
    private static final int MOST = 100;

    private final TopologyFolder folder;
    private volatile List<ErrorReport> errors;

    ErrorBook(TopologyFolder folder) throws IOException {
        this.folder = folder;
        this.errors = folder.errors();
    }

    /** Oldest first. */
    List<ErrorReport> errors() {
        return errors;
    }

    /** Adds those of a process that has ended. */
    void add(List<ErrorReport> last, ErrorReport reason) {
        List<ErrorReport> all = new ArrayList<>(errors);
        all.addAll(last);
        all.add(reason);
        errors = List.copyOf(all.subList(Math.max(0, all.size() - MOST), all.size()));
        try {
            folder.writeErrors(errors);
        } catch (IOException e) {
            LOG.warn("errors can't be kept in {}: {}", folder, e.toString());
        }
    }
}
