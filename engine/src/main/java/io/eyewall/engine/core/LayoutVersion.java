package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells those who remember which tasks are on which of an engine's cores when to look again. Any
 * thread.
 */
final class LayoutVersion extends Padded {
    private final int coreCount;
    private final AtomicLong version = new AtomicLong();

    LayoutVersion(int coreCount) {
        this.coreCount = coreCount;
    }

    /** How many cores there are. */
    int coreCount() {
        return coreCount;
    }

    /** Changes whenever a task has come to another core, or got a thread of its own. */
    long version() {
        return version.get();
    }

    /** A task is somewhere else now. */
    void change() {
        version.incrementAndGet();
    }
}
