package io.eyewall.engine;

/**
 * Whether a spout's task has reached the end of its input, as far as the spout reports it. Storm
 * has no such concept for all spouts. A spout reports its end by the gauge {@link #GAUGE}, which it
 * can register with Storm's API alone, or, as Storm's test spouts do, by implementing {@code
 * org.apache.storm.testing.CompletableSpout}.
 *
 * @param componentId the spout
 * @param taskId the task
 * @param state the reported state
 * @param reason why the state is unknown, for messages; empty unless {@link State#UNKNOWN}
 */
public record SpoutEnd(String componentId, int taskId, State state, String reason) {
    /**
     * Name of a task's gauge: 1 when the task will emit no more and everything it emitted was
     * acked, 0 before. Threads other than the spout's read it.
     */
    public static final String GAUGE = "eyewall.source.drained";

    /** The reported state. */
    public enum State {
        /** The spout has no such gauge and is no CompletableSpout, or reports an invalid value. */
        UNKNOWN,
        /** The spout will emit more, or some messages have not been acked yet. */
        GOES_ON,
        /** The spout has ended, and all its messages were acked. */
        DRAINED,
        /**
         * The spout has emitted everything and received all completions, but does not report
         * whether some messages failed.
         */
        EXHAUSTED
    }

    /** Returns a description for messages: {@code spout 'lines' task 3}. */
    public String describe() {
        return "spout '" + componentId + "' task " + taskId;
    }
}
