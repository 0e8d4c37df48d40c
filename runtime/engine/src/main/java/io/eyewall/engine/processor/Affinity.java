package io.eyewall.engine.processor;

import java.io.IOException;
import java.util.List;

/** Reads and sets the processors on which Linux may run threads. */
interface Affinity {
    /** Returns the threads of this process, by their kernel ids. */
    List<Long> threads() throws IOException;

    /** Returns the child processes of this process. */
    List<Long> children() throws IOException;

    /** Returns the processors that a thread or process may use; none if it has ended. */
    List<Integer> allowedProcessors(long id);

    /**
     * Binds one thread, or a process with all of its threads, to processors.
     *
     * @throws IOException if binding failed although the thread or process still exists
     */
    void bind(long id, boolean wholeProcess, List<Integer> processors)
            throws IOException, InterruptedException;
}
