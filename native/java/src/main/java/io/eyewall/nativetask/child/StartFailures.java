package io.eyewall.nativetask.child;

import java.io.IOException;
import java.util.List;

/** Says what of the failures of starting a process may pass. */
final class StartFailures {
    /** Of either host: no memory for the rings, the library, or a thread. */
    private static final int NO_MEMORY = 74;

    /**
     * EAGAIN, ENOMEM, ENFILE and EMFILE, as the JDK writes them, and its helper that was killed or
     * could not be forked itself.
     */
    private static final List<String> PASSING =
            List.of("error=11,", "error=12,", "error=23,", "error=24,", "spawn helper");

    private StartFailures() {}

    /** Of {@link ProcessBuilder#start}. */
    static boolean isPassing(IOException e) {
        String message = String.valueOf(e.getMessage());
        return PASSING.stream().anyMatch(message::contains);
    }

    /** Of a process that has ended, by its exit value: 128 and more are signals. */
    static boolean isPassing(int exitValue) {
        return exitValue == NO_MEMORY || exitValue > 128;
    }

    /**
     * Whether the JVM could not start a thread; an error for want of heap is another thing, after
     * which this process can't be relied on.
     */
    static boolean isOfThreads(OutOfMemoryError e) {
        return String.valueOf(e.getMessage()).contains("native thread");
    }
}
