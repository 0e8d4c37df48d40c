package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.topology.ComponentPlan;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * What is reported of a directly called executor that blocks on its callers' stack: see {@link
 * Tasklet#onLongNestedCall}.
 */
final class NestedCallReport {
    private static final int DEFAULT_TIMEOUT_SECS = 30;
    private static final int MOST_CAUSES = 20;

    private final Executor executor;
    private final String callers;
    private final StackTraceElement[] stack;

    NestedCallReport(Executor executor, List<Tasklet> callers, StackTraceElement[] stack) {
        this.executor = executor;
        this.callers = callers.stream().map(Tasklet::toString).collect(Collectors.joining(", "));
        this.stack = stack;
    }

    private String text() {
        String componentId = executor.component().componentId();
        return executor
                + " has not returned for about a second from an execute that "
                + callers
                + " called directly: it may wait for a lock that a caller holds while it emits, or"
                + " for something that a caller does after its emit. Component '"
                + componentId
                + "' is not called directly any more; this call is interrupted if it lasts "
                + timeoutSecs(executor.component())
                + " s. To avoid it, emit outside of locks, or set eyewall.executor.dedicated: true"
                + " for component '"
                + componentId
                + "'";
    }

    /** For the component's errors, which status and console show; its stack is the thread's. */
    Throwable error() {
        Throwable error = new IllegalStateException(text());
        error.setStackTrace(stack);
        return error;
    }

    /** How long a message of the component's topology may take; as Storm's default if for ever. */
    static int timeoutSecs(ComponentPlan component) {
        int configured =
                ObjectReader.getInt(
                        component.conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS),
                        DEFAULT_TIMEOUT_SECS);
        return configured > 0 ? configured : DEFAULT_TIMEOUT_SECS;
    }

    /** Whether an exception comes of an interrupt. */
    static boolean isInterrupt(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException) {
                return true;
            }
            try {
                cause = cause.getCause();
            } catch (Throwable userCode) {
                return false;
            }
        }
        return false;
    }
}
