package io.eyewall.model.routing;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * How the tuples of an edge are spread over the receiver's tasks.
 *
 * @param kind the grouping
 * @param taskShares the measured share of each task, adding up to 1; empty if even or unknown
 */
public record Routing(Kind kind, List<Double> taskShares) {
    /** Groupings. Those that send tuples to the same tasks are one kind. */
    public enum Kind {
        /** Evenly. */
        SHUFFLE,
        /** Evenly over the tasks at the sender's place, as long as there are any. */
        LOCAL_OR_SHUFFLE,
        /** By a key: the shares of tasks follow the frequencies of the keys. */
        FIELDS,
        /**
         * By the same key by which the sender received the tuple: each sending task sends only to
         * the receiving tasks to which the hash of its own keys leads.
         */
        SAME_KEY,
        /** To each task. */
        ALL,
        /** To the first task. */
        GLOBAL,
        /** To the tasks that the sender or user code chooses. */
        OTHER
    }

    public Routing {
        taskShares = List.copyOf(taskShares);
    }

    /** Returns a routing of this kind without measured shares. */
    public static Routing of(Kind kind) {
        return new Routing(kind, List.of());
    }

    /**
     * Returns the share of the tuples that each of {@code tasks} tasks receives; for {@link
     * Kind#ALL} every share is 1.
     *
     * <p>Measured shares hold for the number of tasks with which they were measured. For another
     * number, the model assumes one hot key with the share {@code h} and many cold keys: with
     * {@code T} tasks, the task of the hot key has {@code max = h + (1 - h) / T}, so {@code h =
     * (max - 1/T) / (1 - 1/T)}.
     */
    public double[] shares(int tasks) {
        double[] shares = new double[tasks];
        switch (kind) {
            case SHUFFLE, LOCAL_OR_SHUFFLE -> Arrays.fill(shares, 1.0 / tasks);
            case ALL -> Arrays.fill(shares, 1);
            case GLOBAL -> shares[0] = 1;
            case FIELDS, SAME_KEY, OTHER -> {
                if (taskShares.size() == tasks) {
                    Arrays.setAll(shares, taskShares::get);
                } else {
                    double hot = hotShare();
                    Arrays.fill(shares, (1 - hot) / tasks);
                    shares[0] += hot;
                }
            }
        }
        return shares;
    }

    /**
     * Returns whether a task can receive anything from one of the sender's tasks by {@link
     * Kind#SAME_KEY}: a hash {@code h} leads to sending task {@code h mod senders} and to receiving
     * task {@code h mod receivers}, and these two indexes are equal modulo the greatest common
     * divisor of {@code senders} and {@code receivers}.
     */
    public static boolean isSameKey(int fromTask, int senders, int toTask, int receivers) {
        return (fromTask - toTask) % commonDivisor(senders, receivers) == 0;
    }

    /**
     * Returns the greatest common divisor; if it is 1, a tuple's sending task says nothing about
     * its receiving task.
     */
    public static int commonDivisor(int senders, int receivers) {
        return BigInteger.valueOf(senders).gcd(BigInteger.valueOf(receivers)).intValue();
    }

    /**
     * Returns the assumed share of one hot key; 0 if all tasks have the same share, or fewer than
     * two shares were measured.
     */
    public double hotShare() {
        int tasks = taskShares.size();
        if (tasks < 2) {
            return 0;
        }
        double maxShare = taskShares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return Math.max(0, (maxShare - 1.0 / tasks) / (1 - 1.0 / tasks));
    }

    /** Returns whether it is unknown how keys would spread over more than one task. */
    public boolean isSkewUnknown() {
        return (kind == Kind.FIELDS || kind == Kind.SAME_KEY || kind == Kind.OTHER)
                && taskShares.size() < 2;
    }
}
