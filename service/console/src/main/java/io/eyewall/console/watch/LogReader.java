package io.eyewall.console.watch;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.control.ProcessCalls;
import io.eyewall.control.log.LogPage;
import io.eyewall.control.log.LogService;
import io.eyewall.engine.RunningTopology;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the log of one topology. Used by one thread at a time. */
final class LogReader {
    private static final int FIRST_LINES = 500;

    /** The most lines of one poll; a log that grows faster is shown with gaps. */
    private static final int MAX_LINES = 300;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ProcessCalls calls;
    private @Nullable String cursor;

    LogReader(ProcessCalls calls) {
        this.calls = calls;
    }

    /**
     * Reads the new lines; the first call reads the last {@value #FIRST_LINES} lines.
     *
     * @param id the topology's id
     */
    NewLogLines read(RunningTopology topology, String id) {
        boolean first = cursor == null;
        try {
            LogPage page = page(topology, id, cursor, first ? FIRST_LINES : MAX_LINES);
            boolean missed = page.missed();
            if (!first
                    && page.lines().size()
                            >= MAX_LINES) { // too many: continue at the end of the log
                page = page(topology, id, null, MAX_LINES);
                missed = true;
            }
            cursor = page.cursor();
            return new NewLogLines(page.lines(), missed, null);
        } catch (
                RuntimeException
                        e) { // a process of an older version, no process, or an unreadable log
            cursor = null;
            return new NewLogLines(
                    List.of(), false, BoundedText.line(String.valueOf(e.getMessage())));
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
