package io.eyewall.model.topology;

/**
 * A spout or bolt.
 *
 * @param id its name
 * @param spout whether it is a source; its unit of work is then an emitted tuple, else an executed
 * @param executors how many it has
 * @param tasks how many; never fewer than executors
 * @param serviceNs processor time per unit of work: user code and the engine's part of it, without
 *     what its tuples cost on their way to other places
 * @param serviceScv squared coefficient of variation of that time; 1 if exponential, 0 if constant
 * @param threadNs of our engine: how long a unit of work keeps the executor's own thread, on no
 *     core: such a component waits for something most of that time; 0 if its core calls it
 */
public record ComponentModel(
        String id,
        boolean spout,
        int executors,
        int tasks,
        double serviceNs,
        double serviceScv,
        double threadNs) {
    public ComponentModel {
        if (executors < 1
                || tasks < executors
                || !(serviceNs >= 0)
                || !(serviceScv >= 0)
                || !(threadNs >= 0)) {
            throw new IllegalArgumentException(
                    ("component '%s': %d executors, %d tasks, %s ns, scv %s, %s ns on a thread;"
                                    + " expected at least one executor, no fewer tasks, no negative time")
                            .formatted(id, executors, tasks, serviceNs, serviceScv, threadNs));
        }
    }

    /** One without threads of its own. */
    public ComponentModel(
            String id, boolean spout, int executors, int tasks, double serviceNs, double scv) {
        this(id, spout, executors, tasks, serviceNs, scv, 0);
    }

    /** Whether its executors have threads of their own in our engine. */
    public boolean hasThreads() {
        return threadNs > 0;
    }

    /** How long a unit of work takes. */
    public double elapsedNs() {
        return serviceNs + threadNs;
    }

    /** The same with another processor time. */
    public ComponentModel withServiceNs(double ns) {
        return new ComponentModel(id, spout, executors, tasks, ns, serviceScv, threadNs);
    }

    /** The same with so many executors, and tasks where there would be too few. */
    public ComponentModel withExecutors(int count) {
        return new ComponentModel(
                id, spout, count, Math.max(tasks, count), serviceNs, serviceScv, threadNs);
    }

    /** The same with so many executors of one task each. */
    public ComponentModel withTasks(int count) {
        return new ComponentModel(id, spout, count, count, serviceNs, serviceScv, threadNs);
    }
}
