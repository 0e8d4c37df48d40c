package io.eyewall.model.queueing;

/**
 * Formulas of waiting times. All times of a call are in one unit, whichever, and rates per that
 * unit.
 */
public final class WaitingTime {
    private WaitingTime() {}

    /**
     * Returns the mean wait in the queue of one server, by Allen and Cunneen: {@code rho/(1-rho)
     * (ca2+cs2)/2 s}; exact for M/M/1 and, by Pollaczek and Khinchine, M/G/1.
     *
     * @param rho utilization of the server; from 1 on the result is infinite
     * @param arrivalScv squared coefficient of variation of the times between arrivals (ca2 in the
     *     formula)
     * @param serviceScv squared coefficient of variation of the service times (cs2)
     * @param service mean service time
     */
    public static double allenCunneen(
            double rho, double arrivalScv, double serviceScv, double service) {
        return rho >= 1
                ? Double.POSITIVE_INFINITY
                : rho / (1 - rho) * (arrivalScv + serviceScv) / 2 * service;
    }

    /**
     * Returns the wait for the time slices of other users of a server that serves them in
     * round-robin order: half a slice for each busy user, in addition to the wait in the queue.
     *
     * @param othersRho utilization of the server by the others
     * @param sliceOfOthers mean length of another user's slice
     */
    public static double roundRobin(double othersRho, double sliceOfOthers) {
        return Math.min(1, othersRho) * sliceOfOthers / 2;
    }

    /**
     * Returns the mean wait of a tuple until its batch is sent: {@code min((b-1)/(2 lambda),
     * flush)}.
     *
     * @param batch tuples in a full batch
     * @param rate rate of tuples to the batch's receiver
     * @param flush time after which an incomplete batch is sent
     */
    public static double batching(double batch, double rate, double flush) {
        return rate <= 0 ? flush : Math.min((batch - 1) / (2 * rate), flush);
    }

    /**
     * Returns the cost per tuple of handing batches over: {@code fixed / batch + each}.
     *
     * @param fixed cost per batch
     * @param each cost per tuple
     * @param batch tuples in a batch
     */
    public static double batchedCost(double fixed, double each, double batch) {
        return fixed / Math.max(1, batch) + each;
    }

    /**
     * Returns the variance of the wait in an M/M/1 queue, from the mean wait. The wait is 0 with
     * probability {@code 1 - rho}.
     */
    public static double variance(double meanWait, double rho) {
        return rho <= 0 ? 0 : meanWait * meanWait * (2 / Math.min(1, rho) - 1);
    }
}
