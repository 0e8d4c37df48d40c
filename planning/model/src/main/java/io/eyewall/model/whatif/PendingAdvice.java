package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.queueing.ClosedNetwork;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.stepping.Behaviour;
import java.util.Optional;

/**
 * A value of {@code topology.max.spout.pending}, and the rate and latency with it.
 *
 * @param pending limit of pending messages per spout task
 * @param perSec throughput with this limit in root tuples per second, if sources always have more
 * @param meanNs from emit to ack; Little's law: pending messages / rate
 * @param p99Ns 99th percentile
 */
public record PendingAdvice(int pending, double perSec, double meanNs, double p99Ns) {
    private static final int MAX_PENDING = 1 << 14;

    /**
     * Returns the greatest limit of pending messages with which the 99th percentile of latency is
     * at most {@code p99Ns}.
     *
     * @return empty if even single messages take longer
     */
    public static Optional<PendingAdvice> forLatency(
            double p99Ns, Setting setting, Placement placement) {
        Load maxLoad = Capacity.of(placement, 1, setting.isCluster()).maxLoad();
        int low = 0;
        int high = MAX_PENDING + 1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (evaluate(middle, setting, placement, maxLoad).p99Ns() <= p99Ns) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low == 0
                ? Optional.empty()
                : Optional.of(evaluate(low, setting, placement, maxLoad));
    }

    private static PendingAdvice evaluate(
            int pending, Setting setting, Placement placement, Load maxLoad) {
        if (!setting.isCluster()) {
            Behaviour saturated =
                    Prediction.simulateSaturated(setting, placement, maxLoad, pending);
            return new PendingAdvice(
                    pending,
                    saturated.perSec(),
                    saturated.latency().meanNs(),
                    saturated.latency().p99Ns());
        }
        ClosedNetwork network = Prediction.closedNetwork(setting, placement, maxLoad, pending);
        return new PendingAdvice(
                pending,
                network.throughput() * 1e9,
                network.residence(),
                Percentile.p99(network.residence(), network.variance()));
    }
}
