package io.eyewall.local.blob;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;

/**
 * Uploads, downloads or lists in progress, which clients refer to by an id. A session that was not
 * used for some time is discarded, as its client may be dead. The number of sessions is limited.
 * Any thread may call.
 */
final class BlobSessions<T> {
    static final int MAX_SESSIONS = 256;

    /**
     * @param lastUsedNs the time of the session's last use, by {@link Time#nanoTime}, which does
     *     not change when the system clock is set
     */
    private record Session<T>(T content, long lastUsedNs) {}

    private final String kind;
    private final long expiryNs;
    private final Consumer<T> discard;
    private final Map<String, Session<T>> sessions = new HashMap<>();

    /**
     * @param kind the kind of session, for messages: Blob, Blob list
     * @param discard called with the content of each session that has expired or is rejected
     */
    BlobSessions(String kind, long expiryMs, Consumer<T> discard) {
        this.kind = kind;
        this.expiryNs = TimeUnit.MILLISECONDS.toNanos(expiryMs);
        this.discard = discard;
    }

    /**
     * Begins a session.
     *
     * @param content discarded if there are too many sessions
     * @return the session's id
     * @throws IllegalStateException if there are too many sessions
     */
    synchronized String begin(T content) {
        long nowNs = Time.nanoTime();
        for (Iterator<Session<T>> iterator = sessions.values().iterator(); iterator.hasNext(); ) {
            Session<T> session = iterator.next();
            if (nowNs - session.lastUsedNs() > expiryNs) {
                iterator.remove();
                discard.accept(session.content());
            }
        }
        if (sessions.size() >= MAX_SESSIONS) {
            discard.accept(content);
            throw new IllegalStateException(
                    "there are %d sessions of kind '%s' already, which is the limit; try again later"
                            .formatted(sessions.size(), kind));
        }
        String id = Utils.uuid();
        sessions.put(id, new Session<>(content, nowNs));
        return id;
    }

    /**
     * @throws IllegalStateException if there is no session with this id, or it has expired
     */
    synchronized T get(String id) {
        Session<T> session = sessions.get(id);
        if (session == null) {
            throw new IllegalStateException(
                    kind + " for session " + id + " does not exist (or timed out)");
        }
        sessions.put(id, new Session<>(session.content(), Time.nanoTime()));
        return session.content();
    }

    /** Ends a session and returns its content. */
    synchronized T end(String id) {
        T content = get(id);
        sessions.remove(id);
        return content;
    }

    /** Discards all sessions. */
    synchronized void close() {
        sessions.values().forEach(session -> discard.accept(session.content()));
        sessions.clear();
    }
}
