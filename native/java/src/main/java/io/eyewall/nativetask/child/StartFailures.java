package io.eyewall.nativetask.child;

import java.io.IOException;
import java.util.List;

/** Classifies failures to start a process as transient or permanent. */
final class StartFailures {
    /** Exit value of both hosts when there is no memory for the rings, the library or a thread. */
    private static final int EXIT_NO_MEMORY = 74;

    /**
     * Message parts of transient failures: EAGAIN, ENOMEM, ENFILE and EMFILE as the JDK writes
     * them, and the JDK's spawn helper, which was killed or could not be forked itself.
     */
    private static final List<String> TRANSIENT_MESSAGE_PARTS =
            List.of("error=11,", "error=12,", "error=23,", "error=24,", "spawn helper");

    private StartFailures() {}

    /** Returns whether a failure of {@link ProcessBuilder#start} is transient. */
    static boolean isTransient(IOException e) {
        String message = String.valueOf(e.getMessage());
        return TRANSIENT_MESSAGE_PARTS.stream().anyMatch(message::contains);
    }

    /**
     * Returns whether an exit value indicates a transient failure; values above 128 are signals.
     */
    static boolean isTransient(int exitValue) {
        return exitValue == EXIT_NO_MEMORY || exitValue > 128;
    }

    /**
     * Returns whether the error means that the JVM could not start a thread. An exhausted heap is
     * different: after it this process is not reliable.
     */
    static boolean isThreadStartFailure(OutOfMemoryError e) {
        return String.valueOf(e.getMessage()).contains("native thread");
    }
}
