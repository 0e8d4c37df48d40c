package io.eyewall.engine;

/**
 * Whether a spout's task has come to its end, as it says itself: by the gauge {@value #GAUGE},
 * which is 1 when everything that it had to emit was emitted and acked, and 0 before.
 *
 * @param componentId whose task
 * @param taskId which task
 * @param state what it says
 */
public record SpoutEnd(String componentId, int taskId, State state) {
    /** Name of the gauge, registered with the task's {@code TopologyContext}. */
    public static final String GAUGE = "eyewall.source.drained";

    /** What a task says. */
    public enum State {
        /** It has no such gauge: nobody can know. */
        UNKNOWN,
        /** There is more to come, or to be acked. */
        GOING_ON,
        /** All is done. */
        ENDED
    }
}
