package io.eyewall.ports;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs failed logins at a port, at most one line per second; each line counts the failures that
 * were not logged since the last. Any thread may call.
 */
final class FailedLoginLog {
    private static final long MIN_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clockNs;
    private final Consumer<String> log;
    private boolean hasLogged;
    private long lastLogNs;
    private long suppressed;

    FailedLoginLog(LongSupplier clockNs, Consumer<String> log) {
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
        if (hasLogged && nowNs - lastLogNs < MIN_INTERVAL_NS) {
            suppressed++;
            return;
        }
        String suppressedText =
                suppressed == 0 ? "" : "; " + suppressed + " more since the last such line";
        log.accept("login of " + client + " failed: " + reason + suppressedText);
        hasLogged = true;
        lastLogNs = nowNs;
        suppressed = 0;
    }
}
