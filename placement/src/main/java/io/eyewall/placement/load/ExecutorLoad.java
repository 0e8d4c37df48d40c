package io.eyewall.placement.load;

/**
 * What one executor used.
 *
 * @param executor whose load it is
 * @param cores useful processor time per second, in seconds: user code and its own bookkeeping,
 *     without the cost of handing tuples to other places
 * @param memoryBytes memory that it holds; also what has to be moved with it
 */
public record ExecutorLoad(ExecutorId executor, double cores, double memoryBytes) {
    public ExecutorLoad {
        Measure.check("load of " + executor, "cores", cores);
        Measure.check("load of " + executor, "memoryBytes", memoryBytes);
    }
}
