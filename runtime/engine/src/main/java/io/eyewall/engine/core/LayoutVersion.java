package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A version number of the assignment of tasks to an engine's cores. Code that caches which tasks
 * are on which core reads the assignment again when the number has changed. Any thread.
 */
final class LayoutVersion extends Padded {
    private final int coreCount;
    private final AtomicLong version = new AtomicLong();

    LayoutVersion(int coreCount) {
        this.coreCount = coreCount;
    }

    /** Returns the number of cores. */
    int coreCount() {
        return coreCount;
    }

    /**
     * Returns a number that changes whenever a task has moved to another core, or its executor has
     * become dedicated.
     */
    long version() {
        return version.get();
    }

    /** Records that a task has moved, or that its executor has become dedicated. */
    void change() {
        version.incrementAndGet();
    }
}
