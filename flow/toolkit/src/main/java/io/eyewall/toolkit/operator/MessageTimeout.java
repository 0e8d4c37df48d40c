package io.eyewall.toolkit.operator;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/** The time after which Storm fails a message that has not been acked. */
public final class MessageTimeout {
    private static final int DEFAULT_SEC = 30;

    /** The longest time for which sources wait before they emit a failed message again. */
    private static final long LONGEST_PAUSE_MS = TimeUnit.SECONDS.toMillis(10);

    private MessageTimeout() {}

    /** Returns the timeout of a topology in milliseconds, or Storm's default if it has none. */
    public static long ms(Map<String, Object> conf) {
        Object seconds = conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS);
        return TimeUnit.SECONDS.toMillis(ObjectReader.getInt(seconds, DEFAULT_SEC));
    }

    /**
     * Returns for how long a bolt must remember what it emitted: older tuples have been acked, or
     * have come again. Storm checks timeouts periodically, so a message may take two timeouts to
     * fail.
     */
    static long memoryMs(Map<String, Object> conf) {
        return 3 * ms(conf) + LONGEST_PAUSE_MS;
    }
}
