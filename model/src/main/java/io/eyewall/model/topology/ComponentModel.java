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
 */
public record ComponentModel(
        String id, boolean spout, int executors, int tasks, double serviceNs, double serviceScv) {
    public ComponentModel {
        if (executors < 1 || tasks < executors || !(serviceNs >= 0) || !(serviceScv >= 0)) {
            throw new IllegalArgumentException(
                    ("component '%s': %d executors, %d tasks, %s ns, scv %s; expected at least one"
                                    + " executor, no fewer tasks, no negative time")
                            .formatted(id, executors, tasks, serviceNs, serviceScv));
        }
    }

    /** The same with so many executors, and tasks where there would be too few. */
    public ComponentModel withExecutors(int count) {
        return new ComponentModel(id, spout, count, Math.max(tasks, count), serviceNs, serviceScv);
    }

    /** The same with so many executors of one task each. */
    public ComponentModel withTasks(int count) {
        return new ComponentModel(id, spout, count, count, serviceNs, serviceScv);
    }
}
