package io.eyewall.toolkit.operator;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/** After how long Storm takes a message for failed. */
public final class MessageTimeout {
    private static final int USUAL_SEC = 30;

    /** Sources wait so long, at most, before they emit what failed again. */
    private static final long LONGEST_PAUSE_MS = TimeUnit.SECONDS.toMillis(10);

    private MessageTimeout() {}

    /** That of a topology; the usual one if it says nothing. */
    public static long ms(Map<String, Object> conf) {
        Object seconds = conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS);
        return TimeUnit.SECONDS.toMillis(ObjectReader.getInt(seconds, USUAL_SEC));
    }

    /**
     * For how long to know what a bolt emitted: what is older has been acked or has come again.
     * Storm looks at timeouts in rounds, so that one may take two of them.
     */
    static long memoryMs(Map<String, Object> conf) {
        return 3 * ms(conf) + LONGEST_PAUSE_MS;
    }
}
