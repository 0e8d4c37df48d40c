package io.eyewall.cli.run;

import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.ReportedError;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes lines for people to the standard error. */
public class TextReporter implements Reporter {
    /**
     * Uptime until which each progress is printed; later lines have a minimum interval. Applies
     * without a terminal only, where the lines are not replaced.
     */
    private static final int ALWAYS_UNTIL_SECS = 10;

    private static final int MIN_INTERVAL_SECS = 10;

    private final Console console;
    private final Map<String, Integer> lastSecs = new HashMap<>();

    public TextReporter(Console console) {
        this.console = console;
    }

    @Override
    public void onStatus(String topology, String topologyId, TopologyStatus status) {
        console.printMessage(
                "topology '" + topology + "': " + status.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void onProgress(TopologyProgress progress) {
        int nowSecs = progress.uptimeSecs();
        int last = lastSecs.getOrDefault(progress.topology(), -MIN_INTERVAL_SECS);
        if (console.isTerminal()
                || nowSecs <= ALWAYS_UNTIL_SECS
                || nowSecs - last >= MIN_INTERVAL_SECS) {
            lastSecs.put(progress.topology(), nowSecs);
            console.showProgress(progressLine(progress));
        }
    }

    static String progressLine(TopologyProgress progress) {
        String begin = progress.topology() + " " + progress.uptimeSecs() + "s: ";
        if (!progress.openings().isEmpty()) {
            return begin + openingsText(progress.openings());
        }
        return begin
                + progress.components().stream()
                        .map(c -> c.id() + " " + rate(c.perSec()))
                        .collect(Collectors.joining(" "))
                + messageCounts(progress, "pending");
    }

    private static String openingsText(List<TaskOpening> openings) {
        String text = "starting; waits for " + openings.get(0).describe();
        return openings.size() == 1 ? text : text + " and " + (openings.size() - 1) + " more";
    }

    @Override
    public void onSummary(TopologyProgress total) {
        String components =
                total.components().stream()
                        .map(c -> c.id() + " " + c.tuples() + " (mean " + rate(c.perSec()) + ")")
                        .collect(Collectors.joining(" "));
        String queued = total.queued() == 0 ? "" : " | left in queues " + queuedText(total);
        console.printMessage(
                total.topology()
                        + " in all, "
                        + total.uptimeSecs()
                        + "s: "
                        + components
                        + messageCounts(total, "left")
                        + queued);
    }

    private static String messageCounts(TopologyProgress progress, String pendingLabel) {
        StringBuilder text = new StringBuilder();
        if (progress.acked() + progress.failed() + progress.pending() > 0) {
            text.append(" | acked ").append(progress.acked());
            text.append(' ').append(pendingLabel).append(' ').append(progress.pending());
            if (progress.failed() > 0) {
                text.append(" failed ").append(progress.failed());
            }
        }
        if (progress.errors() > 0) {
            text.append(" | errors ").append(progress.errors());
        }
        return text.toString();
    }

    @Override
    public void onDraining(TopologyProgress progress, long secondsLeft) {
        console.showProgress(
                progress.topology()
                        + " finishing: waits for "
                        + progress.pending()
                        + " messages, "
                        + queuedText(progress)
                        + "; at most "
                        + secondsLeft
                        + " s");
    }

    private static String queuedText(TopologyProgress progress) {
        String components =
                progress.components().stream()
                        .filter(component -> component.queued() > 0)
                        .map(component -> component.id() + " " + component.queued())
                        .collect(Collectors.joining(", "));
        return progress.queued()
                + " tuples"
                + (components.isEmpty() ? "" : " (" + components + ")");
    }

    @Override
    public void onError(String topology, ReportedError error) {
        ErrorReport report = error.report();
        String text =
                topology
                        + ": '"
                        + report.componentId()
                        + (report.taskId() < 0 ? "'" : "' task " + report.taskId())
                        + " reported "
                        + Printable.headline(report.stackTrace());
        if (error.reportedSoFar() > 1) {
            text += " (" + error.reportedSoFar() + " so far)";
        }
        if (error.firstOfItsKind()) {
            text += System.lineSeparator() + Printable.details(report.stackTrace());
        }
        console.printMessage(text.stripTrailing());
    }

    @Override
    public void onErrorSummary(String topology, ErrorWatch.Total total) {
        String text =
                topology
                        + ": '"
                        + total.componentId()
                        + "' reported "
                        + total.count()
                        + (total.count() == 1 ? " error" : " errors")
                        + tasksText(new TreeSet<>(total.tasks().keySet()).tailSet(0));
        ErrorReport latest = total.latest();
        console.printMessage(
                latest == null
                        ? text
                        : text + "; such as " + Printable.headline(latest.stackTrace()));
    }

    private static String tasksText(SortedSet<Integer> tasks) {
        if (tasks.isEmpty()) { // the errors are of no task
            return "";
        }
        return tasks.size() == 1
                ? " of task " + tasks.first()
                : " of " + tasks.size() + " tasks from " + tasks.first() + " to " + tasks.last();
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
        console.printMessage(
                Printable.finalMessage(failure.describe())); // the engine has logged the stack
    }

    @Override
    public boolean isUnread() {
        return console.isUnread(false);
    }

    @Override
    public boolean hasLostEvents() {
        return false; // people notice missing lines
    }
}
