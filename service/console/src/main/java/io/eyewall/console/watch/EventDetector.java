package io.eyewall.console.watch;

import io.eyewall.console.memory.PlacementLog;
import io.eyewall.console.memory.TimeLine;
import io.eyewall.console.memory.TimeLine.Kind;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.health.Health;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ParallelismReport;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Detects events of a topology by comparing successive samples, and adds them to the time line.
 * Guarded by the owner's lock.
 */
final class EventDetector {
    private static final int FIRST_ERRORS = 50;

    private final TimeLine timeLine;
    private Set<ErrorReport> errors = new HashSet<>();
    private Map<Integer, Long> errorCounts = Map.of();
    private @Nullable TopologyStatus status;
    private @Nullable TopologyPlan plan;
    private @Nullable SnapshotReport snapshots;
    private boolean stalled;
    private long lastChangeMs;

    EventDetector(TimeLine timeLine) {
        this.timeLine = timeLine;
    }

    /**
     * Returns whether the errors must be read: the counts of errors have changed, or the status
     * has. The status matters because a process that has ended takes its counts with it, while the
     * error that ended it is among the errors.
     */
    boolean hasNewErrors(TopologySample now) {
        return !now.errors().equals(errorCounts)
                || now.status() != status
                || now.status() == TopologyStatus.FAILED;
    }

    /** Adds the errors that were not reported before. */
    void onErrors(TopologySample now, List<ErrorReport> reported) {
        errorCounts = now.errors();
        int skipped = errors.isEmpty() ? Math.max(0, reported.size() - FIRST_ERRORS) : 0;
        for (ErrorReport error : reported.subList(skipped, reported.size())) {
            if (!errors.contains(error)) {
                String first = error.stackTrace().lines().findFirst().orElse("");
                timeLine.add(
                        error.timeSecs() * 1000L,
                        Kind.ERROR,
                        true,
                        error.componentId(),
                        error.taskId(),
                        first,
                        error.stackTrace());
            }
        }
        errors = new HashSet<>(reported);
    }

    /**
     * Adds a change of the status.
     *
     * @param failure why the topology failed; null if it did not
     */
    void onStatus(TopologySample now, @Nullable String failure) {
        if (now.status() != status) {
            timeLine.add(
                    now.timeMs(),
                    Kind.STATUS,
                    now.status() == TopologyStatus.FAILED,
                    failure != null ? failure : words(now.status()));
            status = now.status();
        }
    }

    private static String words(TopologyStatus status) {
        return switch (status) {
            case STARTING -> "starting: tasks are being opened";
            case ACTIVE -> "active";
            case INACTIVE -> "inactive: spouts do not emit";
            case KILLED -> "killed: pending tuples may finish";
            case ENDED -> "ended";
            case FAILED -> "failed";
        };
    }

    /** Adds what has happened with snapshots: a start from one, rollbacks, failures. */
    void onSnapshots(long timeMs, SnapshotReport report) {
        SnapshotReport before = snapshots;
        snapshots = report;
        if (report.restored() != 0 && (before == null || before.restored() != report.restored())) {
            timeLine.add(
                    timeMs,
                    Kind.STATUS,
                    false,
                    "its state is that of snapshot " + report.restored());
        }
        if (report.lastRollbackMs() != 0
                && (before == null || before.lastRollbackMs() != report.lastRollbackMs())) {
            timeLine.add(
                    report.lastRollbackMs(),
                    Kind.STATUS,
                    true,
                    "went back to a snapshot, " + report.lastRollback());
        }
        String failedBefore = before == null ? "" : before.failure();
        if (!failedBefore.equals(report.failure())) {
            boolean fails = !report.failure().isEmpty();
            timeLine.add(
                    timeMs,
                    Kind.STATUS,
                    fails,
                    fails
                            ? "snapshots can't be written: " + report.failure()
                            : "snapshots are written again");
        }
    }

    /** Adds the beginning and the end of a standstill. */
    void onHealth(long timeMs, Health health) {
        boolean now = health.word() == Health.Word.STALLED;
        if (now != stalled) {
            stalled = now;
            timeLine.add(
                    timeMs,
                    Kind.STATUS,
                    now,
                    now
                            ? health.text() + ": " + health.why()
                            : "stalled no longer: " + health.text());
        }
    }

    /** Adds changes of the components' numbers of executors. */
    void onPlan(TopologySample now) {
        TopologyPlan before = plan;
        if (before != null && !before.executors().equals(now.plan().executors())) {
            Map<String, Integer> past = counts(before);
            counts(now.plan())
                    .forEach(
                            (component, count) -> {
                                int was = past.getOrDefault(component, 0);
                                if (was != count) {
                                    timeLine.add(
                                            now.timeMs(),
                                            Kind.EXECUTORS,
                                            false,
                                            component,
                                            -1,
                                            "from " + was + " to " + count + " executors",
                                            null);
                                }
                            });
        }
        plan = now.plan();
    }

    private static Map<String, Integer> counts(TopologyPlan plan) {
        Map<String, Integer> counts = new TreeMap<>();
        plan.executors().forEach(e -> counts.merge(e.componentId(), 1, Integer::sum));
        return counts;
    }

    /** Adds the automatic changes of executor counts with their reasons. */
    void onParallelism(ParallelismReport report) {
        for (ParallelismReport.Change change : report.changes()) {
            if (change.timeMs() > lastChangeMs) {
                timeLine.add(
                        change.timeMs(),
                        Kind.EXECUTORS,
                        false,
                        change.componentId(),
                        -1,
                        "follows the load, from "
                                + change.before()
                                + " to "
                                + change.after()
                                + " executors: "
                                + change.reason(),
                        null);
            }
        }
        report.changes().forEach(c -> lastChangeMs = Math.max(lastChangeMs, c.timeMs()));
    }

    /** Adds an adopted placement. */
    void onAdopted(PlacementLog.Adopted adopted) {
        timeLine.add(
                adopted.timeMs(),
                Kind.PLACEMENT,
                false,
                null,
                -1,
                String.format(
                        Locale.ROOT,
                        "%s moved %d executors: %s",
                        adopted.algorithm(),
                        adopted.moveCount(),
                        adopted.reason()),
                adopted.moves().isEmpty() ? null : String.join("\n", adopted.moves()));
    }
}
