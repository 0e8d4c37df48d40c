package io.eyewall.cli.submit;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.server.keeper.UpdateReport;

/** Describes the result of an update to people. */
final class UpdateText {
    private static final long LONG_MS = 1_000;

    private UpdateText() {}

    /** Describes a completed update: the length of the pause and, if it was long, the reason. */
    static String done(UpdateReport report) {
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
            text.append("; ").append(Printable.lastWords(report.message()));
        }
        if (report.pauseMs() < 0 || report.pauseMs() >= LONG_MS) {
            text.append(" (");
            part(text, "draining", report.drainMs());
            part(text, "end of the old version", report.endMs());
            part(text, "opening the new one", report.openMs());
            text.append("prepared in ").append(report.preparedMs()).append(" ms)");
        }
        return text.toString();
    }

    private static void part(StringBuilder text, String what, long millis) {
        if (millis >= 0) {
            text.append(what).append(' ').append(millis).append(" ms, ");
        }
    }

    /** Describes a refused update. */
    static String refused(UpdateReport report) {
        return "topology '%s' is not updated, %s continues: %s"
                .formatted(report.topology(), report.replaces(), report.message());
    }
}
