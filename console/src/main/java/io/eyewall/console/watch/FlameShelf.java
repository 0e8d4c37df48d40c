package io.eyewall.console.watch;

import io.eyewall.console.memory.Text;
import io.eyewall.control.flame.FlameGraph;
import io.eyewall.web.ServerEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The flame graph of a topology that was recorded last, for all who look at it. Thread-safe. */
public final class FlameShelf {
    // Guarded by this.
    private @Nullable FlameGraph last;
    private int number;
    private int secondsNow;
    private @Nullable String trouble;

    /** Whether the caller may record one; it then calls {@link #done} or {@link #failed}. */
    public synchronized boolean tryBegin(int seconds) {
        if (secondsNow > 0) {
            return false;
        }
        secondsNow = seconds;
        trouble = null;
        return true;
    }

    /** There is a new one. */
    public synchronized void done(FlameGraph graph) {
        secondsNow = 0;
        last = graph;
        number++;
    }

    /** There is none. */
    public synchronized void failed(String why) {
        secondsNow = 0;
        trouble = Text.line(why);
    }

    /** The last one; null if there was none. */
    public synchronized @Nullable FlameGraph last() {
        return last;
    }

    /** How things are. */
    synchronized ServerEvent event() {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("number", number); // of the last one; 0 for none
        event.put("recording", secondsNow); // for how many seconds; 0 for not
        event.put("trouble", trouble);
        return ConsoleJson.event("flame", event);
    }
}
