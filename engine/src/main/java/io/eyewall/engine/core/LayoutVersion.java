package io.eyewall.engine.core;

import io.eyewall.engine.memory.Padded;

/** Tells those who remember which tasks are on which of an engine's cores when to look again. */
final class LayoutVersion extends Padded {
    private final int coreCount;
    private volatile long version;

    LayoutVersion(int coreCount) {
        this.coreCount = coreCount;
    }

    /** How many cores there are. */
    int coreCount() {
        return coreCount;
    }

    /** Changes whenever a task has come to another core. Any thread. */
    long version() {
        return version;
    }

    /** A task is on another core now. By one thread at a time: all cores stand still. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
    void change() {
        version++;
    }
}
