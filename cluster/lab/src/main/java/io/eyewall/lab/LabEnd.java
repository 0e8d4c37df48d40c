package io.eyewall.lab;

import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Removes a lab, whatever state it is in. */
final class LabEnd {
    private static final long KILL_LIMIT_MS = 15_000;

    /**
     * The parts that were removed.
     *
     * @param processes the processes that were killed
     * @param networkParts the names of the network parts that were removed
     * @param kept where the folder is now, if it was to be kept
     */
    record RemovedParts(
            List<LabProcess> processes, List<String> networkParts, Optional<Path> kept) {}

    private final LabFolder folder;

    LabEnd(LabFolder folder) {
        this.folder = folder;
    }

    /**
     * Kills the processes, then removes the network, and the folder last, so that the removal can
     * be repeated if it is killed midway. The caller must hold the lab's lock.
     *
     * @param keep whether the folder is kept, under another name
     * @throws IOException if something is left; says what
     */
    RemovedParts run(boolean keep) throws IOException, InterruptedException {
        Optional<String> id = readId();
        if (id.isEmpty()) {
            folder.deleteEmpty();
            return new RemovedParts(List.of(), List.of(), Optional.empty());
        }
        LabNetwork network = LabNetwork.of(LabNetwork.Kind.NAMESPACES, id.get());
        List<LabProcess> processes =
                new ProcessTable(new Mark(id.get()), network.processes())
                        .kill(each -> true, KILL_LIMIT_MS);
        List<String> partNames = network.partNames();
        network.remove();
        if (keep) {
            return new RemovedParts(processes, partNames, Optional.of(folder.renameAndUnmark()));
        }
        folder.delete();
        return new RemovedParts(processes, partNames, Optional.empty());
    }

    /** Returns the lab's id; from the state if the id's own file was lost. */
    private Optional<String> readId() throws IOException {
        Optional<String> id = folder.id();
        return id.isPresent() && !id.get().isEmpty() ? id : folder.state().map(LabState::id);
    }
}
