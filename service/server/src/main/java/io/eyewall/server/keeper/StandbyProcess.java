package io.eyewall.server.keeper;

import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.wire.WireJson;
import io.eyewall.server.keeper.Update.PollResult;
import io.eyewall.server.store.FailureNote;
import io.eyewall.server.store.ProcessIdentity;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.worker.StandbyReport;
import io.eyewall.server.worker.Successor;
import io.eyewall.server.worker.WorkerOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process of a topology in standby, the new version of an update. For one thread. */
final class StandbyProcess implements Update.NewVersion {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyProcess.class);

    /**
     * A dropped version's process ends by itself within this time, unless user code prevents it.
     */
    private static final long END_LIMIT_SECS = 5;

    private final StateFolder state;
    private final TopologyFolder folder;
    private final String id;
    private final WorkerStarter starter;
    private final Adoption adoption;
    private @Nullable Process process;
    private @Nullable CrashOutput crashOutput;
    private @Nullable ControlClient client;

    /** Takes over the supervision of the process. */
    interface Adoption {
        /**
         * Takes over the supervision.
         *
         * @param process the process that runs the topology or has run it; null if it was not
         *     started
         */
        void adopt(@Nullable WorkerChild process) throws IOException;
    }

    StandbyProcess(
            StateFolder state,
            TopologyFolder folder,
            String id,
            KeeperSettings settings,
            Adoption adoption) {
        this.state = state;
        this.folder = folder;
        this.id = id;
        this.starter = new WorkerStarter(settings);
        this.adoption = adoption;
    }

    @Override
    public void start() throws IOException {
        Path logs = state.logs(id);
        crashOutput = CrashOutput.beforeStart(WorkerOutput.jvmLog(logs));
        Process started = starter.startProcess(folder, id, logs);
        process = started;
        LOG.info("started process {} for topology {}, in standby", started.pid(), id);
    }

    @Override
    public PollResult poll() {
        Process started = process;
        if (started == null || !started.isAlive()) {
            return new PollResult.Ended(started == null ? "it was not started" : whyEnded(started));
        }
        try {
            ControlClient connected = client(started.pid());
            if (connected == null) {
                return new PollResult.Silent();
            }
            StandbyReport report =
                    WireJson.read(connected.call(Successor.NAME, null), StandbyReport.class);
            return report == null ? new PollResult.Silent() : new PollResult.Reported(report);
        } catch (IOException | ProcessGoneException | ControlException e) {
            return new PollResult.Silent(); // it is not ready yet, or is ending
        }
    }

    private @Nullable ControlClient client(long pid) throws IOException {
        ControlClient known = client;
        if (known == null) {
            Optional<ProcessIdentity> mark = folder.worker().filter(each -> each.pid() == pid);
            if (mark.isPresent() && Files.exists(Path.of(mark.get().socket()))) {
                ControlClient found = ControlClient.connect(Path.of(mark.get().socket()));
                known = found.pid() == pid ? found : null;
                client = known;
            }
        }
        return known;
    }

    private String whyEnded(Process ended) {
        try {
            Optional<FailureNote> note = folder.failure().filter(each -> each.pid() == ended.pid());
            if (note.isPresent()) {
                String component = note.get().error().componentId();
                return (component.startsWith("__") ? "" : "'" + component + "': ")
                        + note.get().error().stackTrace().strip();
            }
        } catch (IOException e) {
            LOG.warn("{} can't be read: {}", folder, e.toString());
        }
        CrashOutput reader = crashOutput;
        String output = reader == null ? "" : reader.lastOutput();
        return "process %d has ended, %s%s"
                .formatted(
                        ended.pid(),
                        ErrorBook.describeExit(OptionalInt.of(ended.exitValue())),
                        output.isEmpty() ? "" : " (" + output + ")");
    }

    @Override
    public boolean drop() throws IOException {
        return folder.dropStandby();
    }

    @Override
    public void end() {
        Process started = process;
        try {
            if (started != null && !started.waitFor(END_LIMIT_SECS, TimeUnit.SECONDS)) {
                started.destroyForcibly().waitFor(END_LIMIT_SECS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            started.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            state.remove(folder);
        } catch (IOException e) {
            LOG.warn("{} can't be removed; the next server tries again: {}", folder, e.toString());
        }
    }

    @Override
    public void adopt() throws IOException {
        adoption.adopt(process == null ? null : new WorkerChild.OfProcess(process));
    }
}
