package io.eyewall.model.queueing;

/** Formulas of waiting. Times in any one unit; rates per that unit. */
public final class WaitingTime {
    private WaitingTime() {}

    /**
     * Returns the mean wait in the queue of one server, by Allen and Cunneen: {@code rho/(1-rho)
     * (ca2+cs2)/2 s}; exact for M/M/1 and, by Pollaczek and Khinchine, M/G/1.
     *
     * @param rho utilization of the server; from 1 on the result is infinite
     * @param arrivalScv squared coefficient of variation of the times between arrivals
     * @param serviceScv the same of the services
     * @param service mean service
     */
    public static double allenCunneen(
            double rho, double arrivalScv, double serviceScv, double service) {
        return rho >= 1
                ? Double.POSITIVE_INFINITY
                : rho / (1 - rho) * (arrivalScv + serviceScv) / 2 * service;
    }

    /**
     * Returns the wait for the slices of others that share a server in round-robin order: half a
     * slice of each busy one, in addition to the queue.
     *
     * @param othersRho utilization of the server by the others
     * @param sliceOfOthers mean length of one of their slices
     */
    public static double roundRobin(double othersRho, double sliceOfOthers) {
        return Math.min(1, othersRho) * sliceOfOthers / 2;
    }

    /**
     * Returns the mean wait of a tuple until its batch is sent: {@code min((b-1)/(2 lambda),
     * flush)}.
     *
     * @param batch tuples in a full batch
     * @param rate of tuples to that receiver
     * @param flush time after which an incomplete batch is sent
     */
    public static double batching(double batch, double rate, double flush) {
        return rate <= 0 ? flush : Math.min((batch - 1) / (2 * rate), flush);
    }

    /** Returns the cost per tuple of handing batches over: {@code fixed / batch + each}. */
    public static double batchedCost(double fixed, double each, double batch) {
        return fixed / Math.max(1, batch) + each;
    }

    /**
     * Returns the variance of the M/M/1 wait with this mean: it is 0 with probability {@code 1 -
     * rho}.
     */
    public static double variance(double meanWait, double rho) {
        return rho <= 0 ? 0 : meanWait * meanWait * (2 / Math.min(1, rho) - 1);
    }
}
