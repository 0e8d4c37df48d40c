package io.eyewall.engine.trace;

/** What is traced of one topology. All methods may be called from any thread. */
public interface Traces {
    /**
     * Traces one of so many messages from now on, until the topology ends or this is called again:
     * what each of the tuples that follow from them meets with, in whichever task.
     */
    void set(TraceSettings settings);

    /**
     * Has messages traced for a while, for somebody who looks; besides what is {@link #set}.
     *
     * @throws IllegalStateException if too many look already
     */
    void lease(TraceLease lease);

    /** The latest traces, as far as they have come; {@link TraceFollower} gives each once. */
    TraceReport report(TraceQuery query);
}
