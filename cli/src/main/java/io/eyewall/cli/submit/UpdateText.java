package io.eyewall.cli.submit;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.server.keeper.UpdateReport;

/** Describes the result of an update to people. */
final class UpdateText {
    private static final long LONG_PAUSE_MS = 1_000;

    private UpdateText() {}

    /** Describes a completed update: the length of the pause and, if it was long, the reason. */
    static String successText(UpdateReport report) {
        StringBuilder text = new StringBuilder();
        text.append("topology '")
                .append(Printable.line(report.topology()))
                .append("' is updated: ");
        text.append(report.id()).append(" runs in place of ").append(report.replaces());
        if (report.pauseMs() >= 0) {
            text.append("; ").append(report.pauseMs()).append(" ms between two acks");
        }
        if (report.unacked() > 0) {
            text.append("; messages under way that come again: ").append(report.unacked());
        }
        if (!report.message().isEmpty()) {
            text.append("; ").append(Printable.finalMessage(report.message()));
        }
        if (report.pauseMs() < 0 || report.pauseMs() >= LONG_PAUSE_MS) {
            text.append(" (");
            appendPhase(text, "draining", report.drainMs());
            appendPhase(text, "end of the old version", report.endMs());
            appendPhase(text, "opening the new one", report.openMs());
            text.append("prepared in ").append(report.preparedMs()).append(" ms)");
        }
        return text.toString();
    }

    private static void appendPhase(StringBuilder text, String phase, long millis) {
        if (millis >= 0) {
            text.append(phase).append(' ').append(millis).append(" ms, ");
        }
    }

    /** Describes a refused update. */
    static String refusalText(UpdateReport report) {
        return "topology '%s' is not updated, %s continues: %s"
                .formatted(report.topology(), report.replaces(), report.message());
    }
}
