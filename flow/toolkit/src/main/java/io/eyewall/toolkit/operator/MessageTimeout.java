package io.eyewall.toolkit.operator;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/** The time after which Storm fails a message that has not been acked. */
public final class MessageTimeout {
    private static final int DEFAULT_SEC = 30;

    /** The longest time for which sources wait before they emit a failed message again. */
    private static final long MAX_RETRY_DELAY_MS = TimeUnit.SECONDS.toMillis(10);

    private MessageTimeout() {}

    /** Returns the timeout of a topology in milliseconds, or Storm's default if it has none. */
    public static long ms(Map<String, Object> conf) {
        Object seconds = conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS);
        return TimeUnit.SECONDS.toMillis(ObjectReader.getInt(seconds, DEFAULT_SEC));
    }

    /**
     * Returns how long after a tuple was emitted its message may be replayed; older messages were
     * acked or replayed already. This is more than the timeout, because Storm checks timeouts
     * periodically, so that a message may take two timeouts to fail, and the source then waits
     * before it emits the message again.
     */
    static long replayableMs(Map<String, Object> conf) {
        return replayableMs(ms(conf));
    }

    /** Returns the same for a message timeout. */
    static long replayableMs(long timeoutMs) {
        return 3 * timeoutMs + MAX_RETRY_DELAY_MS;
    }
}
