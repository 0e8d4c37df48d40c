package io.eyewall.toolkit.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers ended sessions for as long as their results may fail: a replayed value belongs to the
 * same session as before. Used by one thread.
 */
final class PastSessions {
    /** A session that is over. */
    record Past(Object key, long begin, long end, long sinceMs) {}

    private final Map<Object, List<Past>> byKey = new HashMap<>();
    private final Deque<Past> byAge = new ArrayDeque<>();
    private final long memoryMs;

    /**
     * @param timeoutMs message timeout
     */
    PastSessions(long timeoutMs) {
        memoryMs = 3 * timeoutMs;
    }

    void add(Object key, long begin, long end, long nowMs) {
        while (!byAge.isEmpty() && nowMs - byAge.element().sinceMs() > memoryMs) {
            Past old = byAge.remove();
            byKey.computeIfPresent(
                    old.key(),
                    (sessionKey, all) -> {
                        all.remove(old);
                        return all.isEmpty() ? null : all;
                    });
        }
        Past past = new Past(key, begin, end, nowMs);
        byAge.add(past);
        byKey.computeIfAbsent(key, sessionKey -> new ArrayList<>()).add(past);
    }

    /**
     * Returns the session that contains the whole interval of a value, from its time to the end of
     * its gap, or null.
     */
    @Nullable Past find(Object key, long begin, long end) {
        for (Past past : byKey.getOrDefault(key, List.of())) {
            if (past.begin() <= begin && end <= past.end()) {
                return past;
            }
        }
        return null;
    }
}
