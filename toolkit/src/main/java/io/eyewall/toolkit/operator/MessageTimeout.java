package io.eyewall.toolkit.operator;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/** After how long Storm takes a message for failed. */
public final class MessageTimeout {
    private static final int USUAL_SEC = 30;

    private MessageTimeout() {}

    /** That of a topology; the usual one if it says nothing. */
    public static long ms(Map<String, Object> conf) {
        Object seconds = conf.get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS);
        return TimeUnit.SECONDS.toMillis(ObjectReader.getInt(seconds, USUAL_SEC));
    }
}
