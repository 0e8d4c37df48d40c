package io.eyewall.benchmarks.scenario.handwritten;

import java.util.function.Consumer;

/** All parts of a work that precede its count. Created and used by one thread. */
interface Feed<T> {

    /**
     * Emits one tuple of the source, if one is due, and passes the resulting values to {@code out}.
     */
    void next(Consumer<T> out);
}
