package io.eyewall.local.net;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that all connections of a port may hold together. Any thread may call. */
final class ByteBudget {
    private final long limit;
    private final AtomicLong held = new AtomicLong();

    ByteBudget(long limit) {
        this.limit = limit;
    }

    /** Whether there is room for so many more; then they are taken. */
    boolean tryTake(long bytes) {
        if (held.addAndGet(bytes) <= limit) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }
}
