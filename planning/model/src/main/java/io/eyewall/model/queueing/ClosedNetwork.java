package io.eyewall.model.queueing;

/**
 * A closed network, in which a constant number of messages circulates through places: a topology
 * with max spout pending whose spouts always have more to emit. Exact mean value analysis for one
 * class of customers: {@code R_k(n) = D_k (1 + Q_k(n-1)), X(n) = n / (Z + sum R_k), Q_k = X R_k}.
 *
 * @param throughput messages per unit of time
 * @param residence time from start to end of a message, without the delay; Little's law says {@code
 *     population = throughput (residence + delay)}
 * @param variance variance of {@code residence}, if each service is exponential
 */
public record ClosedNetwork(double throughput, double residence, double variance) {
    /**
     * Computes the steady state of a network.
     *
     * @param demands time of service that one message needs at each place
     * @param delay time that a message spends without queueing, in addition
     * @param population number of pending messages
     */
    public static ClosedNetwork solve(double[] demands, double delay, int population) {
        if (population < 1) {
            throw new IllegalArgumentException(
                    "closed network: at least one message, not " + population);
        }
        double[] queue = new double[demands.length];
        double[] residence = new double[demands.length];
        double throughput = 0;
        for (int n = 1; n <= population; n++) {
            double sum = 0;
            for (int k = 0; k < demands.length; k++) {
                residence[k] = demands[k] * (1 + queue[k]);
                sum += residence[k];
            }
            throughput = n / (delay + sum);
            for (int k = 0; k < demands.length; k++) {
                queue[k] = throughput * residence[k];
            }
        }
        double sum = 0;
        double variance = 0;
        for (int k = 0; k < demands.length; k++) {
            sum += residence[k];
            // A wait behind q others is the sum of q + 1 exponential services, on average.
            variance += residence[k] * demands[k];
        }
        return new ClosedNetwork(throughput, sum, variance);
    }
}
