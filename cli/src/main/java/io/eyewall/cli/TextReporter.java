package io.eyewall.cli;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.io.PrintStream;
import java.util.Locale;

/** Lines for people, on the standard error; on a terminal progress stays on one line. */
final class TextReporter implements Reporter {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream err;
    private final boolean terminal;
    private final int columns;

    /**
     * @param terminal whether {@code err} understands how to go back to the begin of a line
     * @param columns that a line may have in place
     */
    TextReporter(PrintStream err, boolean terminal, int columns) {
        this.err = err;
        this.terminal = terminal;
        this.columns = columns;
    }

    @Override
    public void onStatus(String topology, String topologyId, TopologyStatus status) {
        line("topology '" + topology + "': " + status.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void onProgress(Progress progress) {
        String text = text(progress);
        if (terminal) {
            err.print(CLEAR_LINE + text.substring(0, Math.min(text.length(), columns - 1)));
            err.flush();
        } else {
            err.println(text);
        }
    }

    static String text(Progress progress) {
        StringBuilder text = new StringBuilder();
        text.append(progress.topology()).append(' ').append(progress.uptimeSecs()).append("s:");
        for (Progress.Component component : progress.components()) {
            text.append(' ').append(component.id()).append(' ').append(rate(component.perSec()));
        }
        if (progress.acked() + progress.failed() + progress.pending() > 0) {
            text.append(" | acked ").append(progress.acked());
            text.append(" pending ").append(progress.pending());
            if (progress.failed() > 0) {
                text.append(" failed ").append(progress.failed());
            }
        }
        return text.toString();
    }

    private static String rate(double perSec) {
        if (perSec >= 999_950) {
            return String.format(Locale.ROOT, "%.1fM/s", perSec / 1e6);
        }
        if (perSec >= 999.5) {
            return String.format(Locale.ROOT, "%.1fk/s", perSec / 1e3);
        }
        return String.format(Locale.ROOT, "%.0f/s", perSec);
    }

    @Override
    public void onFailure(TopologyFailure failure) {
        line(failure.describe()); // the engine has logged the stack trace
    }

    private void line(String text) {
        err.println((terminal ? CLEAR_LINE : "") + text);
    }
}
