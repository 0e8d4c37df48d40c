package io.eyewall.engine;

/**
 * Whether a spout's task has come to the end of what it reads, as far as it says so. Storm has no
 * word for that; {@link #GAUGE} is ours, which any spout can register with Storm's API alone, and
 * {@code org.apache.storm.testing.CompletableSpout} is the one of Storm's test spouts.
 *
 * @param componentId whose task
 * @param taskId which task
 * @param state what is known
 * @param reason why nothing is known, for a message; empty unless {@link State#UNKNOWN}
 */
public record SpoutEnd(String componentId, int taskId, State state, String reason) {
    /**
     * Name of the gauge of a task: 1 when it will emit no more and all that it has emitted was
     * acked, 0 before. It is asked by other threads than the spout's.
     */
    public static final String GAUGE = "eyewall.source.drained";

    /** What is known. */
    public enum State {
        /** It has no such gauge and is no CompletableSpout, or what it answers is none. */
        UNKNOWN,
        /** There is more to come, or something that was not acked. */
        GOES_ON,
        /** It has ended, and all was acked. */
        DRAINED,
        /**
         * It has emitted all and heard of all, but doesn't say whether all of that was acked or
         * some failed.
         */
        EXHAUSTED
    }

    /** For a message: {@code spout 'lines' task 3}. */
    public String describe() {
        return "spout '" + componentId + "' task " + taskId;
    }
}
