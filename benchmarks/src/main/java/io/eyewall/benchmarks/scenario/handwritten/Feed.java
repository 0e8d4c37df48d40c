package io.eyewall.benchmarks.scenario.handwritten;

import java.util.function.Consumer;

/** All of a work that comes before its count. Created and used by one thread. */
interface Feed<T> {

    /** Emits one tuple of the source, if it is due, and gives what comes of it to {@code out}. */
    void next(Consumer<T> out);
}
