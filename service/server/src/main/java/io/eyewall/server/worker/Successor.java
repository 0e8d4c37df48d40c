package io.eyewall.server.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.Standby;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.server.store.TopologyFolder;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.server.worker.StandbyReport.Phase;
import io.eyewall.topology.snapshot.SavedStateCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology in standby: it waits until it receives the orders of the topology that it replaces,
 * and then takes over. It needs no server, because its folder has all information. If it is
 * dropped, or no hand-over happens in time, it ends. The worker's thread runs it; any thread may
 * ask for the report.
 */
public final class Successor implements ControlService {
    /** The name of the control service that returns a {@link StandbyReport}. */
    public static final String NAME = "worker.standby";

    private static final Logger LOG = LoggerFactory.getLogger(Successor.class);
    private static final long POLL_MS = 5;

    /** Additional time for the hand-over itself, after the limit for being ready. */
    private static final long HAND_OVER_LIMIT_MS = 120_000;

    private static final long PREDECESSOR_END_LIMIT_NS = TimeUnit.SECONDS.toNanos(90);
    private static final Duration FIRST_ACK_LIMIT = Duration.ofSeconds(10);
    private static final Duration READY_POLL = Duration.ofMillis(POLL_MS);

    private final TopologyFolder folder;
    private final UpdateNote note;
    private final RunningTopology topology;
    private final Standby standby;
    private volatile StandbyReport report = new StandbyReport(Phase.PREPARING, "", 0, 0, 0, 0);

    Successor(TopologyFolder folder, UpdateNote note, RunningTopology topology, Standby standby) {
        this.folder = folder;
        this.note = note;
        this.topology = topology;
        this.standby = standby;
    }

    @Override
    public Object answer(@Nullable JsonNode arguments) {
        StandbyReport current = report;
        return new StandbyReport(
                current.phase(),
                waitsFor(),
                current.takenOverMs(),
                current.endedMs(),
                current.openedMs(),
                current.ackedMs());
    }

    private String waitsFor() {
        return topology.openings().stream()
                .max(Comparator.comparing(TaskOpening::elapsed))
                .map(TaskOpening::describe)
                .orElse("");
    }

    /**
     * Waits until this topology must run.
     *
     * @return false if that will never be the case: it has failed or was dropped
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws IOException if its folder can't be read
     * @throws IllegalArgumentException if the state that the old version has saved does not fit
     */
    boolean awaitOrders() throws IOException, InterruptedException {
        long endMs = System.currentTimeMillis() + note.limitMs() + HAND_OVER_LIMIT_MS;
        while (folder.isStandby()) {
            if (topology.status().isOver()) {
                return !folder.dropStandby() && beginTakingOver();
            }
            if (report.phase() == Phase.PREPARING && standby.awaitReady(READY_POLL)) {
                // Again, as the old version may have saved its first state meanwhile.
                SavedStateCheck.checkAll(topology.plan(), null);
                StateWarmUp.run(topology.plan().conf(), folder.work());
                TridentWarmUp.run(
                        StormConf.parse(folder.launch().daemonConf()),
                        topology.plan().userTopology());
                LOG.info("topology {} is ready to take over", topology.plan().id());
                report = new StandbyReport(Phase.READY, "", 0, 0, 0, 0);
            }
            if (System.currentTimeMillis() > endMs) {
                LOG.warn("topology {} leaves standby: no hand-over in time", topology.plan().id());
                return !folder.dropStandby() && beginTakingOver();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return folder.hasTakenOver() && beginTakingOver();
    }

    private boolean beginTakingOver() {
        LOG.info("topology {} takes over", topology.plan().id());
        report = new StandbyReport(Phase.TAKING_OVER, "", System.currentTimeMillis(), 0, 0, 0);
        return true;
    }

    /**
     * Takes over after the old version's process has ended.
     *
     * @return false if that process does not end
     * @throws InterruptedException if the caller is interrupted while it waits
     * @throws IOException if the folder can't be written
     */
    boolean takeOver(LocalNimbus nimbus, String name) throws IOException, InterruptedException {
        finishTakingOver(folder);
        topology.setCredentials(folder.credentials());
        Predecessor predecessor = new Predecessor(folder, note);
        if (!predecessor.awaitEnd(PREDECESSOR_END_LIMIT_NS)) {
            return false;
        }
        long takenOverMs = report.takenOverMs();
        long endedMs = System.currentTimeMillis();
        predecessor.putStateAside(name, topology.plan().id(), topology.plan().conf());
        nimbus.takeOver(standby);
        report = new StandbyReport(Phase.TAKING_OVER, "", takenOverMs, endedMs, 0, 0);
        if (folder.orders().active()) {
            topology.activate();
        } else {
            topology.deactivate();
        }
        return true;
    }

    /**
     * Finishes the take-over in the folder. A full disk is ignored, because the topology must run
     * anyway.
     */
    static void finishTakingOver(TopologyFolder folder) {
        try {
            folder.finishTakingOver();
        } catch (IOException e) {
            LOG.warn("{}: orders can't be moved out of standby/ yet: {}", folder, e.toString());
        }
    }

    /**
     * Records when all tasks are open and when the first message is acked, within a limit. Blocks
     * the caller.
     */
    void recordTimesOfStart() throws InterruptedException {
        StandbyReport current = report;
        long beginNs = System.nanoTime();
        while (!isStarted(topology.status()) && !topology.status().isOver()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        long openedMs = System.currentTimeMillis();
        report =
                new StandbyReport(
                        Phase.RUNNING, "", current.takenOverMs(), current.endedMs(), openedMs, 0);
        while (System.nanoTime() - beginNs < FIRST_ACK_LIMIT.toNanos()
                && !topology.status().isOver()) {
            if (DrainWatch.ackedMessages(topology, topology.metrics()) > 0) {
                report =
                        new StandbyReport(
                                Phase.RUNNING,
                                "",
                                current.takenOverMs(),
                                current.endedMs(),
                                openedMs,
                                System.currentTimeMillis());
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private static boolean isStarted(TopologyStatus status) {
        return status == TopologyStatus.ACTIVE || status == TopologyStatus.INACTIVE;
    }
}
