package io.eyewall.engine.trace;

/** The tracing of one topology. All methods may be called from any thread. */
public interface Traces {
    /**
     * Sets how many messages are traced from now on, until the topology ends or this is called
     * again. A trace shows the whole way of a message's tuples through all tasks.
     */
    void set(TraceSettings settings);

    /**
     * Requests that messages be traced for a limited time, in addition to those of {@link #set}.
     *
     * @throws IllegalStateException if there are too many leases
     */
    void lease(TraceLease lease);

    /**
     * Returns the latest traces in their present state; {@link TraceFollower} returns each once.
     */
    TraceReport report(TraceQuery query);
}
