package io.eyewall.engine.trace;

/**
 * Is told around each execute of a traced tuple, on the thread that executes it: so that what the
 * user's code measures by other means finds itself within the tuple's span. Found by {@link
 * java.util.ServiceLoader}, with the class loader of the topology, when it is first traced. One
 * that throws is not asked again.
 */
public interface SpanScopes {
    /**
     * An execute is about to begin.
     *
     * @param traceId 32 hexadecimal digits
     * @param spanId 16 hexadecimal digits
     * @return is closed when it has ended, on the same thread
     */
    Scope enter(String traceId, String spanId);

    /** What is to be undone. */
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
