package io.eyewall.placement.load;

/**
 * The resources that one executor used.
 *
 * @param executor the executor
 * @param cores useful processor time per second, in seconds: user code and the executor's own
 *     bookkeeping, without the cost of handing tuples to other places
 * @param memoryBytes memory of the executor, which moves with it
 */
public record ExecutorLoad(ExecutorId executor, double cores, double memoryBytes) {
    public ExecutorLoad {
        MeasuredValues.checkFiniteAndNotNegative("load of " + executor, "cores", cores);
        MeasuredValues.checkFiniteAndNotNegative("load of " + executor, "memoryBytes", memoryBytes);
    }
}
