package io.eyewall.model.topology;

/**
 * A spout or bolt.
 *
 * @param id its name
 * @param spout whether it is a spout; its unit of work is then an emitted tuple, otherwise an
 *     executed tuple
 * @param executors number of its executors
 * @param tasks number of its tasks; never fewer than executors
 * @param serviceNs processor time of its place per unit of work: user code and the engine's part,
 *     without the cost of crossings; for dedicated executors only the time to hand tuples over to
 *     their threads
 * @param serviceScv squared coefficient of variation of the time in user code; 1 if exponential, 0
 *     if constant
 * @param thread the costs of a dedicated executor's thread
 * @param holds whether it acks tuples later than it executes them, as a window does; the latency of
 *     messages then depends on the rate in a way that is not modelled
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
     * The thread of a dedicated executor of our engine, whose user code blocks.
     *
     * @param ns time of the thread per unit of work, including waits; 0 if there is no such thread
     * @param processorNs processor time of the thread per unit of work
     * @param asleep the share of tuples that found the thread asleep during the measurement; the
     *     processor time contains their wake-ups
     */
    public record OwnThread(double ns, double processorNs, double asleep) {
        /** No thread: user code runs on the core. */
        public static final OwnThread NONE = new OwnThread(0, 0, 0);

        /** Creates a thread that slept before each tuple when it was measured. */
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

    /** Creates a component without dedicated executors, which acks in {@code execute}. */
    public ComponentModel(
            String id, boolean spout, int executors, int tasks, double serviceNs, double scv) {
        this(id, spout, executors, tasks, serviceNs, scv, OwnThread.NONE);
    }

    /** Creates a component that acks in {@code execute}. */
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

    /** Returns the same component, changed to ack tuples later than it executes them. */
    public ComponentModel holding() {
        return new ComponentModel(id, spout, executors, tasks, serviceNs, serviceScv, thread, true);
    }

    /**
     * Returns the same component with {@code count} executors, and with more tasks if there would
     * be too few.
     */
    public ComponentModel withExecutors(int count) {
        return new ComponentModel(
                id, spout, count, Math.max(tasks, count), serviceNs, serviceScv, thread, holds);
    }

    /** Returns the same component with {@code count} executors of one task each. */
    public ComponentModel withTasks(int count) {
        return new ComponentModel(id, spout, count, count, serviceNs, serviceScv, thread, holds);
    }

    /** Returns the same component with another service time of its place. */
    public ComponentModel withServiceNs(double ns) {
        return new ComponentModel(id, spout, executors, tasks, ns, serviceScv, thread, holds);
    }
}
