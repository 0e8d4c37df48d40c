package io.eyewall.toolkit.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers ended sessions for as long as their results may fail, so that a replayed value is put
 * into the session to which it belonged before. Used by one thread.
 */
final class PastSessions {
    /**
     * A session that is over.
     *
     * @param begin event time of its first value
     * @param end event time of its last value, plus the gap
     * @param endedMs processing time at which it ended
     */
    record PastSession(Object key, long begin, long end, long endedMs) {}

    private final Map<Object, List<PastSession>> byKey = new HashMap<>();
    private final Deque<PastSession> byAge = new ArrayDeque<>();

    /** How long a session is remembered after its end. */
    private final long rememberedForMs;

    /**
     * @param timeoutMs message timeout
     */
    PastSessions(long timeoutMs) {
        rememberedForMs = MessageTimeout.replayableMs(timeoutMs);
    }

    /** Remembers a session that has ended, and forgets those that ended too long ago. */
    void remember(Object key, long begin, long end, long nowMs) {
        while (!byAge.isEmpty() && nowMs - byAge.element().endedMs() > rememberedForMs) {
            PastSession oldest = byAge.remove();
            byKey.computeIfPresent(
                    oldest.key(),
                    (sessionKey, all) -> {
                        all.remove(oldest);
                        return all.isEmpty() ? null : all;
                    });
        }
        PastSession session = new PastSession(key, begin, end, nowMs);
        byAge.add(session);
        byKey.computeIfAbsent(key, sessionKey -> new ArrayList<>()).add(session);
    }

    /**
     * Returns the session that contains the whole interval of a value, from its event time to the
     * end of its gap; null if there is none.
     */
    @Nullable PastSession find(Object key, long begin, long end) {
        for (PastSession session : byKey.getOrDefault(key, List.of())) {
            if (session.begin() <= begin && end <= session.end()) {
                return session;
            }
        }
        return null;
    }
}
