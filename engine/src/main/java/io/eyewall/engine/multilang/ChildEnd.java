package io.eyewall.engine.multilang;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The end of a child process that was asked to end. */
final class ChildEnd {
    private static final long GRACE_SECS = 5;

    private ChildEnd() {}

    /**
     * Kills the process unless it ends by itself within some seconds; does not wait for it.
     *
     * @param process null if it is gone, or never said which it is
     */
    static void force(@Nullable ProcessHandle process) {
        if (process == null) {
            return;
        }
        var unused =
                process.onExit()
                        .orTimeout(GRACE_SECS, TimeUnit.SECONDS)
                        .exceptionally(
                                timeout -> {
                                    process.destroyForcibly();
                                    return process;
                                });
    }
}
