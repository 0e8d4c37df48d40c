package io.eyewall.ports;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs failed logins at a port, at most one line per second; each line counts the failures that
 * were not logged since the last. Any thread may call.
 */
final class FailedLogins {
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clockNs;
    private final Consumer<String> log;
    private boolean begun;
    private long lastNs;
    private long suppressed;

    FailedLogins(LongSupplier clockNs, Consumer<String> log) {
        this.clockNs = clockNs;
        this.log = log;
    }

    /**
     * Logs or counts a failed login.
     *
     * @param client the client's address
     * @param reason the reason of the failure
     */
    synchronized void onFailure(String client, String reason) {
        long nowNs = clockNs.getAsLong();
        if (begun && nowNs - lastNs < PAUSE_NS) {
            suppressed++;
            return;
        }
        String others = suppressed == 0 ? "" : "; " + suppressed + " more since the last such line";
        log.accept("login of " + client + " failed: " + reason + others);
        begun = true;
        lastNs = nowNs;
        suppressed = 0;
    }
}
