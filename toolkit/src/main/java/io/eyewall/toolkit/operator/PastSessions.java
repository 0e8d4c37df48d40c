package io.eyewall.toolkit.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that are over, for as long as what was made of them may fail: what comes again is put
 * into the session in which it was. For one thread.
 */
final class PastSessions {
    /** One of them. */
    record Past(Object key, long begin, long end, long sinceMs) {}

    private final Map<Object, List<Past>> byKey = new HashMap<>();
    private final Deque<Past> byAge = new ArrayDeque<>();
    private final long memoryMs;

    /**
     * @param timeoutMs of messages
     */
    PastSessions(long timeoutMs) {
        memoryMs = 3 * timeoutMs;
    }

    void add(Object key, long begin, long end, long nowMs) {
        while (!byAge.isEmpty() && nowMs - byAge.element().sinceMs() > memoryMs) {
            Past old = byAge.remove();
            byKey.computeIfPresent(
                    old.key(),
                    (any, all) -> {
                        all.remove(old);
                        return all.isEmpty() ? null : all;
                    });
        }
        Past past = new Past(key, begin, end, nowMs);
        byAge.add(past);
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(past);
    }

    /** The one that has all of a value's own session, from its time to the gap's end. */
    @Nullable Past find(Object key, long begin, long end) {
        for (Past past : byKey.getOrDefault(key, List.of())) {
            if (past.begin() <= begin && end <= past.end()) {
                return past;
            }
        }
        return null;
    }
}
