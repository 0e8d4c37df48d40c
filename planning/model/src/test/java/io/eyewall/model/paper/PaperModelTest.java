package io.eyewall.model.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.eyewall.model.paper.ManagementCost.Constants;
import io.eyewall.model.paper.ManagementCost.Recurring;
import io.eyewall.model.paper.ManagementCost.Schedule;
import io.eyewall.model.paper.ProcessingCost.Created;
import io.eyewall.model.paper.ProcessingCost.Emitted;
import io.eyewall.model.paper.ProcessingCost.Received;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperModelTest {
    @Test
    void tuplesOfOneProcessStayThereUnlessAsPrinted() {
        Configuration one = new Configuration(1, 1, 1, 1);

        assertThat(one.alphas(Errata.CORRECTED)).isEqualTo(new Alphas(1, 0, 0));
        assertThat(one.alphas(Errata.AS_PRINTED).remote()).isEqualTo(1); // the erratum
    }

    @Test
    void alphaNodeOfFigure7GrowsWithTheWorkers() {
        assertThat(alphaNode(1, 8, 8, 1)).isZero();
        assertThat(alphaNode(1, 1, 1, 2)).isEqualTo(1);
        assertThat(alphaNode(1, 8, 8, 2)).isEqualTo(0.5);
        assertThat(alphaNode(1, 8, 8, 4)).isEqualTo(0.75);
        assertThat(alphaNode(1, 8, 8, 8)).isEqualTo(7 / 8.0);
        assertThat(alphaNode(1, 8, 8, 16)).isEqualTo(1); // each instance is alone
    }

    private static double alphaNode(int nodes, int spouts, int bolts, int workers) {
        return new Configuration(nodes, spouts, bolts, workers).alphas(Errata.CORRECTED).node();
    }

    @Test
    void innerLoopGoesOverNodes() {
        // Four processes on two nodes: spouts 0, 1 on nodes 0, 1; bolts 2, 3 again on nodes 0, 1.
        Alphas alphas = new Configuration(2, 2, 2, 2).alphas(Errata.CORRECTED);

        assertThat(alphas).isEqualTo(new Alphas(0, 0.5, 0.5));
    }

    @Test
    void fractionsAddUpToOneForAllConfigurationsOfThePaper() {
        int[] sizes = {1, 2, 4, 8, 16, 24, 32};
        for (int nodes = 1; nodes <= 4; nodes++) {
            for (int spouts : sizes) {
                for (int bolts : sizes) {
                    for (int workers : sizes) {
                        Alphas a =
                                new Configuration(nodes, spouts, bolts, workers)
                                        .alphas(Errata.CORRECTED);
                        assertThat(a.local() + a.node() + a.remote()).isCloseTo(1, within(1e-12));
                        assertThat(Math.min(a.local(), Math.min(a.node(), a.remote())))
                                .isGreaterThanOrEqualTo(-1e-12);
                        assertThat(nodes > 1 || a.remote() < 1e-12).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void bandwidthOfTheFemtocellTopology() {
        // Half of the tuples go to the other node: 10,000 * (360 + 44 / 2) + 56,000.
        assertThat(Femtocell.bytesPerSec(new Configuration(2, 2, 2, 1), 10_000, Errata.CORRECTED))
                .isEqualTo(3_876_000);
        assertThat(Femtocell.bytesPerSec(new Configuration(1, 8, 8, 8), 50_000, Errata.CORRECTED))
                .isEqualTo(18_056_000);
        // Four nodes, four processes, instances everywhere: three quarters are remote.
        assertThat(Femtocell.bytesPerSec(new Configuration(4, 4, 4, 1), 5_000, Errata.CORRECTED))
                .isEqualTo(5_000 * (360 + 33) + 56_000);
    }

    @Test
    void edgesCountByTheirTuplesOrByTheirPairs() {
        Allocation allocation =
                new Allocation(
                        List.of(new int[] {1, 0}, new int[] {1, 0}, new int[] {2, 2}),
                        new int[] {0, 0});
        List<Edge> edges =
                List.of(new Edge(allocation, 0, 1, 900), new Edge(allocation, 1, 2, 100));

        assertThat(Alphas.of(edges, Errata.CORRECTED).local()).isCloseTo(0.95, within(1e-12));
        assertThat(Alphas.of(edges, Errata.AS_PRINTED).local()).isCloseTo(0.6, within(1e-12));
        assertThat(Alphas.of(edges, Errata.CORRECTED).ioTransfer(new Alphas.Gammas(1, 10, 100)))
                .isCloseTo(0.95 + 0.5, within(1e-9));
        assertThatThrownBy(() -> Alphas.of(List.of(), Errata.CORRECTED))
                .hasMessage("alphas: no edge carries a tuple");
    }

    @Test
    void sizesAddUpOverTypesAndEdges() {
        List<DataSize.Flow> spout = List.of(new DataSize.Flow(10_000, 44));
        List<DataSize.Input> bolt =
                List.of(
                        new DataSize.Input(
                                10_000,
                                List.of(new DataSize.Output(0.1, 20), new DataSize.Output(2, 5))));

        assertThat(DataSize.ofSpout(spout)).isEqualTo(440_000);
        assertThat(DataSize.ofBolt(bolt)).isEqualTo(120_000);
        assertThat(DataSize.ofTopology(List.of(spout), List.of(bolt))).isEqualTo(560_000);
    }

    @Test
    void onlyTuplesThatLeaveTheProcessAreSerialised() {
        List<Created> spout =
                List.of(new Created(2, 3, new Emitted(100, List.of(1.0, 1.0), 0.25, 8)));
        List<Received> bolt =
                List.of(
                        new Received(
                                100, 1, 10, 0.25, 4, List.of(new Emitted(50, List.of(1.0), 0, 8))));

        assertThat(ProcessingCost.ofSpout(spout, Errata.CORRECTED)).isEqualTo(100 * (5 + 2 + 2));
        assertThat(ProcessingCost.ofSpout(spout, Errata.AS_PRINTED)).isEqualTo(100 * (5 + 2 + 8));
        assertThat(ProcessingCost.ofBolt(bolt, Errata.CORRECTED)).isEqualTo(100 * 12 + 50);
        assertThat(ProcessingCost.ofTopology(List.of(spout), List.of(bolt), Errata.CORRECTED))
                .isEqualTo(900 + 1250);
    }

    @Test
    void managementGrowsWithNodesWorkersAndTasks() {
        Recurring one = new Recurring(3, 10);
        Schedule schedule = new Schedule(one, one, one, one, one);
        Constants constants =
                new Constants(2, 5, 7, 11, 13, List.of(1.0, 0.5, 3.0, 0.25, 4.0, 0.125, 2.0));

        // 0.3 for Nimbus, 0.6 for each node and each worker
        assertThat(ManagementCost.requestsPerSec(schedule, 2, 4))
                .isCloseTo(0.3 + 1.2 + 2.4, within(1e-12));
        assertThat(ManagementCost.heartbeatBytes(constants, 10, 4)).isEqualTo(40);
        assertThat(ManagementCost.assignmentBytes(constants, 2, 10)).isEqualTo(137);
        assertThat(ManagementCost.bytesPerSec(constants, 2, 4, 10))
                .isEqualTo(1 + 68.5 + 2 * (3 + 34.25) + 4 * (4 + 17.125) + 80);
    }

    /** Measured by {@code benchmarks/management}: hosts, workers, tasks, requests/s, bytes/s. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 8.86, 2624",
        "1, 1, 8, 10.12, 3093",
        "1, 2, 64, 10.90, 3259",
        "1, 4, 64, 13.00, 3850",
        "3, 0, 0, 21.07, 6676",
        "3, 1, 8, 23.31, 7365",
        "3, 2, 64, 25.70, 8031",
        "3, 4, 64, 29.20, 8979"
    })
    void managementOfStorm28IsFittedWithin7Percent(
            int nodes, int workers, int tasks, double requests, double bytes) {
        assertThat(ManagementCost.requestsPerSec(ManagementCost.STORM_2_8, nodes, workers))
                .isCloseTo(requests, withinPercentage(7));
        assertThat(
                        ManagementCost.bytesPerSec(
                                ManagementCost.BYTES_OF_STORM_2_8, nodes, workers, tasks))
                .isCloseTo(bytes, withinPercentage(7));
    }
}
