package io.eyewall.engine.processor;

import java.io.IOException;
import java.util.List;

/** Where Linux may run threads. */
interface Affinity {
    /** Threads of this process, by their numbers in the kernel. */
    List<Long> threads() throws IOException;

    /** Processes that this one has started, and that are its children. */
    List<Long> children() throws IOException;

    /** The processors that a thread or process may use; none if it has gone. */
    List<Integer> allowed(long id);

    /**
     * Binds one thread, or a process with all of its threads.
     *
     * @throws IOException if it could not be done, and the thread or process is still there
     */
    void set(long id, boolean wholeProcess, List<Integer> processors)
            throws IOException, InterruptedException;
}
