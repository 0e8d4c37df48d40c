package io.eyewall.placement.advice;

/**
 * When a component should have more or fewer executors.
 *
 * @param hot an executor with at least this load, in cores, is hot alone: no placement helps it
 * @param target the load that each executor should have afterwards, in cores
 * @param idle a component is idle if its executors, one fewer, would have at most this load each
 * @param hotWindows for how many windows running it must be hot
 * @param idleWindows for how many windows running it must be idle
 */
public record ParallelismRules(
        double hot, double target, double idle, int hotWindows, int idleWindows) {
    /** Hot at 80% of a core, two windows; idle below 30%, six windows; 60% wanted. */
    public static final ParallelismRules DEFAULT = new ParallelismRules(0.8, 0.6, 0.3, 2, 6);

    public ParallelismRules {
        if (!(0 < idle && idle < target && target < hot)) {
            throw new IllegalArgumentException(
                    "parallelism: must be 0 < idle < target < hot, not "
                            + idle
                            + ", "
                            + target
                            + ", "
                            + hot);
        }
    }
}
