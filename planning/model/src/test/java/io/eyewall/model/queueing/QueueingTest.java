package io.eyewall.model.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueueingTest {
    @Test
    void waitsOfMm1AndMd1AreExact() {
        // M/M/1: rho/(1-rho) s; M/D/1: half of it.
        assertThat(WaitingTime.allenCunneen(0.8, 1, 1, 2)).isCloseTo(8, within(1e-12));
        assertThat(WaitingTime.allenCunneen(0.8, 1, 0, 2)).isCloseTo(4, within(1e-12));
        assertThat(WaitingTime.allenCunneen(1, 1, 0, 2)).isInfinite();
    }

    @Test
    void waitForABatchEndsWithItsFlush() {
        assertThat(WaitingTime.batching(101, 1000, 1)).isCloseTo(0.05, within(1e-12));
        assertThat(WaitingTime.batching(101, 10, 1)).isEqualTo(1);
        assertThat(WaitingTime.batching(101, 0, 1)).isEqualTo(1);
        assertThat(WaitingTime.batchedCost(100, 2, 50)).isEqualTo(4);
    }

    @Test
    void percentileOfAnExponentialIsWithin2Percent() {
        assertThat(Percentile.p99(1, 1)).isCloseTo(Math.log(100), within(0.02 * Math.log(100)));
        assertThat(Percentile.p99(3, 0)).isEqualTo(3);
        // Erlang of 4 stages: 99% below 10.045 / 4 of its mean.
        assertThat(Percentile.p99(4, 4)).isCloseTo(10.045, within(0.1));
    }

    @Test
    void waitOfMm1HasItsPercentile() {
        double rho = 0.5;
        double wait = WaitingTime.allenCunneen(rho, 1, 1, 1);
        double sojourn = wait + 1;
        double variance = WaitingTime.variance(wait, rho) + 1;
        // The sojourn is exponential with mean 1 / (1 - rho).
        assertThat(sojourn).isEqualTo(2);
        assertThat(variance).isCloseTo(4, within(1e-9));
        assertThat(Percentile.p99(sojourn, variance)).isCloseTo(2 * Math.log(100), within(0.2));
    }

    @Test
    void closedNetworksKeepLittlesLaw() {
        ClosedNetwork balanced = ClosedNetwork.solve(new double[] {1, 1}, 0, 5);
        // Balanced: X = N / (N + K - 1) / D.
        assertThat(balanced.throughput()).isCloseTo(5.0 / 6, within(1e-12));
        assertThat(balanced.throughput() * balanced.residence()).isCloseTo(5, within(1e-9));

        ClosedNetwork deep = ClosedNetwork.solve(new double[] {2, 1}, 3, 1000);
        assertThat(deep.throughput()).isCloseTo(0.5, within(1e-6));
        assertThat(deep.throughput() * (deep.residence() + 3)).isCloseTo(1000, within(1e-6));
    }
}
