package io.eyewall.cli.top;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.concurrent.TimeUnit;

/** Writes a line on a topology's snapshots. */
final class SnapshotText {
    /** Snapshots that take less long are not mentioned while they are taken. */
    private static final long SHOWN_AFTER_MS = 1_000;

    private SnapshotText() {}

    static String line(SnapshotReport report) {
        StringBuilder line = new StringBuilder("snapshot ");
        if (!report.failure().isEmpty()) {
            return line.append("NOT WRITTEN: ").append(Printable.line(report.failure())).toString();
        }
        if (report.number() == 0) {
            line.append("none yet");
        } else {
            line.append(report.number())
                    .append("  age ")
                    .append(Printed.time(TimeUnit.MILLISECONDS.toSeconds(report.ageMs())))
                    .append("  bytes ")
                    .append(Printed.count(report.bytes()));
        }
        if (!report.slowestTask().isEmpty()) {
            line.append("  took ")
                    .append(latency(report.tookMs()))
                    .append("  slowest ")
                    .append(Printable.line(report.slowestTask()))
                    .append(' ')
                    .append(latency(report.slowestMs()))
                    .append("  aligned ")
                    .append(latency(report.alignedMs()));
        }
        if (report.takingMs() >= SHOWN_AFTER_MS) {
            line.append("  waits for ").append(Printable.line(report.waitsFor().toString()));
        }
        if (report.rollbacks() > 0) {
            line.append("  rollbacks ")
                    .append(report.rollbacks())
                    .append(" (")
                    .append(Printable.line(report.lastRollback()))
                    .append(')');
        }
        return line.toString();
    }

    private static String latency(long ms) {
        return Printed.latency(TimeUnit.MILLISECONDS.toNanos(ms));
    }
}
