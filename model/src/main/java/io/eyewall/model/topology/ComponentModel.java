package io.eyewall.model.topology;

/**
 * A spout or bolt.
 *
 * @param id its name
 * @param spout whether it is a source; its unit of work is then an emitted tuple, else an executed
 * @param executors how many it has
 * @param tasks how many; never fewer than executors
 * @param serviceNs processor time of its place per unit of work: user code and the engine's part of
 *     it, without what its tuples cost on their way to other places; of executors with threads of
 *     their own only what handing over takes
 * @param serviceScv squared coefficient of variation of the time in user code; 1 if exponential, 0
 *     if constant
 * @param thread what a thread of the executor's own takes
 * @param holds whether it acks tuples later than it executes them, as a window does: how long
 *     messages take then depends on the rate in ways that the model does not know
 */
public record ComponentModel(
        String id,
        boolean spout,
        int executors,
        int tasks,
        double serviceNs,
        double serviceScv,
        OwnThread thread,
        boolean holds) {
    /**
     * The thread of an executor whose user code blocks, in our engine.
     *
     * @param ns time per unit of work, what it waits for included; 0 if there is no such thread
     * @param processorNs processor time of that
     * @param asleep which part of tuples found it asleep when that was measured: their wake-ups are
     *     in the processor time
     */
    public record OwnThread(double ns, double processorNs, double asleep) {
        /** User code runs on the core. */
        public static final OwnThread NONE = new OwnThread(0, 0, 0);

        /** One that was measured while it slept before each tuple. */
        public OwnThread(double ns, double processorNs) {
            this(ns, processorNs, 1);
        }
    }

    public ComponentModel {
        if (executors < 1
                || tasks < executors
                || !(serviceNs >= 0)
                || !(serviceScv >= 0)
                || !(thread.ns() >= 0 && thread.processorNs() >= 0 && thread.asleep() >= 0)) {
            throw new IllegalArgumentException(
                    ("component '%s': %d executors, %d tasks, %s ns, scv %s, %s; expected at least"
                                    + " one executor, no fewer tasks, no negative time")
                            .formatted(id, executors, tasks, serviceNs, serviceScv, thread));
        }
    }

    /** One whose user code runs on its place, as most does. */
    public ComponentModel(
            String id, boolean spout, int executors, int tasks, double serviceNs, double scv) {
        this(id, spout, executors, tasks, serviceNs, scv, OwnThread.NONE);
    }

    /** One that acks in execute. */
    public ComponentModel(
            String id,
            boolean spout,
            int executors,
            int tasks,
            double serviceNs,
            double scv,
            OwnThread thread) {
        this(id, spout, executors, tasks, serviceNs, scv, thread, false);
    }

    /** The same, acking tuples later than it executes them. */
    public ComponentModel holding() {
        return new ComponentModel(id, spout, executors, tasks, serviceNs, serviceScv, thread, true);
    }

    /** The same with so many executors, and tasks where there would be too few. */
    public ComponentModel withExecutors(int count) {
        return new ComponentModel(
                id, spout, count, Math.max(tasks, count), serviceNs, serviceScv, thread, holds);
    }

    /** The same with so many executors of one task each. */
    public ComponentModel withTasks(int count) {
        return new ComponentModel(id, spout, count, count, serviceNs, serviceScv, thread, holds);
    }

    /** The same with another time of its place. */
    public ComponentModel withServiceNs(double ns) {
        return new ComponentModel(id, spout, executors, tasks, ns, serviceScv, thread, holds);
    }
}
