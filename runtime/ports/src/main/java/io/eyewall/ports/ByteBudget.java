package io.eyewall.ports;

import java.util.concurrent.atomic.AtomicLong;

/** The number of bytes that all connections of a port may hold together. Any thread may call. */
final class ByteBudget {
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    ByteBudget(long limit) {
        this.limit = limit;
    }

    /** Reserves bytes if the limit allows it; returns whether it does. */
    boolean tryReserve(long bytes) {
        if (held.addAndGet(bytes) <= limit) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        held.addAndGet(-bytes);
    }
}
