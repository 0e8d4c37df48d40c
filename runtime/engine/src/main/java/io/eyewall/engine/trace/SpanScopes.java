package io.eyewall.engine.trace;

/**
 * Notified around each execute of a traced tuple, on the executing thread, so that measurements
 * that user code makes with other tools can be attributed to the tuple's span. Implementations are
 * found by {@link java.util.ServiceLoader} with the topology's class loader, when the topology is
 * first traced. An implementation that throws is not notified again.
 */
public interface SpanScopes {
    /**
     * Called before an execute begins.
     *
     * @param traceId 32 hexadecimal digits
     * @param spanId 16 hexadecimal digits
     * @return a scope that is closed on the same thread when the execute has ended
     */
    Scope enter(String traceId, String spanId);

    /** The time of one execute, as opened by {@link #enter}. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
