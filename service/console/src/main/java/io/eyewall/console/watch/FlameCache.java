package io.eyewall.console.watch;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.web.ServerEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest flame graph of a topology, shared by all pages, and the state of its recording.
 * Thread-safe.
 */
public final class FlameCache {
    // Guarded by this.
    private @Nullable FlameGraph last;
    private int number;
    private int secondsNow;
    private @Nullable String trouble;

    /**
     * Starts a recording unless one is running; if true, the caller must call {@link #done} or
     * {@link #failed}.
     */
    public synchronized boolean tryBegin(int seconds) {
        if (secondsNow > 0) {
            return false;
        }
        secondsNow = seconds;
        trouble = null;
        return true;
    }

    /** Ends the recording with a new graph. */
    public synchronized void done(FlameGraph graph) {
        secondsNow = 0;
        last = graph;
        number++;
    }

    /** Ends the recording without a graph. */
    public synchronized void failed(String why) {
        secondsNow = 0;
        trouble = BoundedText.line(why);
    }

    /** Returns the latest graph; null if none was recorded. */
    public synchronized @Nullable FlameGraph last() {
        return last;
    }

    /** Returns the current state as an event for pages. */
    synchronized ServerEvent event() {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("number", number); // of the latest graph; 0 for none
        event.put("recording", secondsNow); // length of the running recording; 0 for none
        event.put("trouble", trouble);
        return ConsoleJson.event("flame", event);
    }
}
