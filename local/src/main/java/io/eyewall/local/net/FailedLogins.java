package io.eyewall.local.net;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Says who did not prove to know a port's password. However many try, it is a line a second at
 * most, which counts the others. Any thread may call.
 */
final class FailedLogins {
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clockNs;
    private final Consumer<String> log;
    private boolean begun;
    private long lastNs;
    private long untold;

    FailedLogins(LongSupplier clockNs, Consumer<String> log) {
        this.clockNs = clockNs;
        this.log = log;
    }

    /**
     * Another one.
     *
     * @param client its address
     */
    synchronized void onFailure(String client, String why) {
        long nowNs = clockNs.getAsLong();
        if (begun && nowNs - lastNs < PAUSE_NS) {
            untold++;
            return;
        }
        String others = untold == 0 ? "" : "; " + untold + " more since the last such line";
        log.accept("login of " + client + " failed: " + why + others);
        begun = true;
        lastNs = nowNs;
        untold = 0;
    }
}
