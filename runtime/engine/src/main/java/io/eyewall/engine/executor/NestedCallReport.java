package io.eyewall.engine.executor;

import io.eyewall.engine.core.Tasklet;
import io.eyewall.topology.ComponentPlan;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * The report on executors that wait on a common stack, possibly for each other: see {@link
 * Tasklet#onLongNestedCall}.
 *
 * @param text message for the log and the component's error list
 * @param stack stack trace of the waiting thread
 */
@SuppressWarnings("ArrayRecordComponent") // records are never compared
record NestedCallReport(String text, StackTraceElement[] stack) {
    private static final int DEFAULT_TIMEOUT_SECS = 30;

    /** Returns the report on an executor that was called directly and has not returned. */
    static NestedCallReport forCallee(
            Executor executor, List<Tasklet> callers, StackTraceElement[] stack) {
        String componentId = executor.component().componentId();
        return new NestedCallReport(
                executor
                        + " has not returned for about a second from an execute that "
                        + callers.stream().map(Tasklet::toString).collect(Collectors.joining(", "))
                        + " called directly: it may wait for a lock that a caller holds while it"
                        + " emits, or for something that a caller does after its emit. Component '"
                        + componentId
                        + "' is not called directly any more; this call is interrupted if it lasts "
                        + timeoutSecs(executor.component())
                        + " s. To avoid it, emit outside of locks, or set"
                        + " eyewall.executor.dedicated: true for component '"
                        + componentId
                        + "'",
                stack);
    }

    /**
     * Returns the report on an executor that still waits after the call that it had made was
     * interrupted.
     */
    static NestedCallReport forCaller(
            Executor executor, Tasklet interrupted, StackTraceElement[] stack) {
        return new NestedCallReport(
                executor
                        + " has waited for about a second, maybe for "
                        + interrupted
                        + ", whose execute was interrupted on the same thread: it is interrupted,"
                        + " too",
                stack);
    }

    /**
     * Returns an error for the component's error list, which status and console show. Its stack
     * trace is that of the waiting thread.
     */
    Throwable error() {
        Throwable error = new IllegalStateException(text);
        error.setStackTrace(stack);
        return error;
    }

    /**
     * Returns the message timeout of the component's topology in seconds; Storm's default if
     * messages never time out.
     */
    static int timeoutSecs(ComponentPlan component) {
        int configured =
                ObjectReader.getInt(
                        component.conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS),
                        DEFAULT_TIMEOUT_SECS);
        return configured > 0 ? configured : DEFAULT_TIMEOUT_SECS;
    }
}
