package io.eyewall.local.blob;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;

/**
 * Uploads, downloads or lists under way, which clients know by an id. What nobody has touched for
 * some time is given up: its client may be dead. There are only so many at a time. Any thread.
 */
final class BlobSessions<T> {
    static final int MOST = 256;

    /**
     * @param usedNs when it was last touched, by {@link Time#nanoTime}: clocks may be set
     */
    private record Session<T>(T content, long usedNs) {}

    private final String what;
    private final long expiryNs;
    private final Consumer<T> giveUp;
    private final Map<String, Session<T>> sessions = new HashMap<>();

    /**
     * @param what for messages: Blob, Blob list
     * @param giveUp called with each that has expired
     */
    BlobSessions(String what, long expiryMs, Consumer<T> giveUp) {
        this.what = what;
        this.expiryNs = TimeUnit.MILLISECONDS.toNanos(expiryMs);
        this.giveUp = giveUp;
    }

    /**
     * Begins one.
     *
     * @param content is given up if there are too many
     * @return its new id
     * @throws IllegalStateException if there are too many
     */
    synchronized String begin(T content) {
        long nowNs = Time.nanoTime();
        for (Iterator<Session<T>> all = sessions.values().iterator(); all.hasNext(); ) {
            Session<T> session = all.next();
            if (nowNs - session.usedNs() > expiryNs) {
                all.remove();
                giveUp.accept(session.content());
            }
        }
        if (sessions.size() >= MOST) {
            giveUp.accept(content);
            throw new IllegalStateException(
                    "there are %d sessions of kind '%s' already, which is the limit; try again later"
                            .formatted(sessions.size(), what));
        }
        String id = Utils.uuid();
        sessions.put(id, new Session<>(content, nowNs));
        return id;
    }

    /**
     * @throws IllegalStateException if there is none of this id, or no longer
     */
    synchronized T get(String id) {
        Session<T> session = sessions.get(id);
        if (session == null) {
            throw new IllegalStateException(
                    what + " for session " + id + " does not exist (or timed out)");
        }
        sessions.put(id, new Session<>(session.content(), Time.nanoTime()));
        return session.content();
    }

    /** The same, and it is over. */
    synchronized T end(String id) {
        T content = get(id);
        sessions.remove(id);
        return content;
    }

    /** Gives up all. */
    synchronized void close() {
        sessions.values().forEach(session -> giveUp.accept(session.content()));
        sessions.clear();
    }
}
