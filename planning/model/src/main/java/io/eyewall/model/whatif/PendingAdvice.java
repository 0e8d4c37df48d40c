package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.queueing.ClosedNetwork;
import io.eyewall.model.queueing.Percentile;
import io.eyewall.model.stepping.Behaviour;
import java.util.Optional;

/**
 * A value of {@code topology.max.spout.pending}.
 *
 * @param pending limit of pending messages per spout task
 * @param perSec throughput with this limit in root tuples per second, if sources always have more
 * @param meanNs from emit to ack; Little's law: pending messages / rate
 * @param p99Ns 99th percentile
 */
public record PendingAdvice(int pending, double perSec, double meanNs, double p99Ns) {
    private static final int MAX = 1 << 14;

    /**
     * Returns the greatest value that keeps the 99th percentile of latency.
     *
     * @return empty if one message at a time takes longer, or the topology has no cost
     */
    public static Optional<PendingAdvice> keeping(
            double p99Ns, Setting setting, Placement placement) {
        Load most = Capacity.of(placement, 1, setting.threads()).most();
        int low = 0;
        int high = MAX + 1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (at(middle, setting, placement, most).p99Ns() <= p99Ns) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Optional.empty() : Optional.of(at(low, setting, placement, most));
    }

    private static PendingAdvice at(int pending, Setting setting, Placement placement, Load most) {
        if (!setting.threads()) {
            Behaviour full = Prediction.full(setting, placement, most, pending);
            return new PendingAdvice(
                    pending, full.perSec(), full.latency().meanNs(), full.latency().p99Ns());
        }
        ClosedNetwork network = Prediction.network(setting, placement, most, pending);
        return new PendingAdvice(
                pending,
                network.throughput() * 1e9,
                network.residence(),
                Percentile.p99(network.residence(), network.variance()));
    }
}
