package io.eyewall.console.watch;

import io.eyewall.console.memory.Text;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.log.LogPage;
import io.eyewall.control.log.LogService;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the log of one topology. One thread at a time. */
final class LogReader {
    private static final int FIRST_LINES = 500;

    /** A log that grows faster is shown with gaps. */
    private static final int MOST_LINES = 300;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ProcessCalls calls;
    private @Nullable String cursor;

    LogReader(ProcessCalls calls) {
        this.calls = calls;
    }

    /**
     * Asks for what is new; the first time for the last lines.
     *
     * @param id of the topology
     */
    LogNews read(RunningTopology topology, String id) {
        boolean first = cursor == null;
        try {
            LogPage page = page(topology, id, cursor, first ? FIRST_LINES : MOST_LINES);
            boolean missed = page.missed();
            if (!first && page.lines().size() >= MOST_LINES) { // go on from the end
                page = page(topology, id, null, MOST_LINES);
                missed = true;
            }
            cursor = page.cursor();
            return new LogNews(page.lines(), missed, null);
        } catch (RuntimeException e) { // an older process, or none, or a log that can't be read
            cursor = null;
            return new LogNews(List.of(), false, Text.line(String.valueOf(e.getMessage())));
        }
    }

    private LogPage page(RunningTopology topology, String id, @Nullable String from, int lines) {
        return calls.call(
                topology,
                LogService.NAME,
                new LogService.Asked(id, from, lines),
                LogPage.class,
                LIMIT);
    }
}
