package org.apache.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.Recorder;
import io.eyewall.local.TestTopologies;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.ComponentType;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.generated.WorkerSummary;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Tests the pages of Storm's UI for a topology that emits 100 numbers. */
@Timeout(60)
class PageInfoTest {
    private static final String ALL_TIME = ":all-time";
    private static final int NUMBERS = 100;

    private LocalCluster cluster;
    private String name;
    private String id;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        cluster = new LocalCluster();
        name = test.getTestMethod().orElseThrow().getName();
        TopologyBuilder builder = TestTopologies.numbers(name, NUMBERS);
        cluster.submitTopology(name, new Config(), builder.createTopology());
        Recorder.await("numbers", () -> Recorder.seen(name).size() >= NUMBERS);
        id = cluster.getTopologySummaryByName(name).get_id();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static long emitted(ComponentAggregateStats stats) {
        return stats.get_common_stats().get_emitted();
    }

    @Test
    void aTopologysPageSumsUpItsComponents() throws Exception {
        cluster.getNimbus().debug(name, "", true, 250);

        TopologyPageInfo page = cluster.getTopologyPageInfo(id, ALL_TIME, false);

        assertThat(page.get_name()).isEqualTo(name);
        assertThat(page.get_status()).isEqualTo("ACTIVE");
        assertThat(page.get_num_workers()).isEqualTo(1);
        assertThat(page.get_topology_stats().get_window_to_emitted())
                .containsKeys("600", "10800", "86400")
                .containsEntry(ALL_TIME, (long) NUMBERS);
        assertThat(page.get_id_to_spout_agg_stats().keySet()).containsExactly("numbers");
        assertThat(emitted(page.get_id_to_spout_agg_stats().get("numbers"))).isEqualTo(NUMBERS);
        assertThat(page.get_id_to_bolt_agg_stats().keySet())
                .isEqualTo(cluster.getUserTopology(id).get_bolts().keySet());
        assertThat(page.get_debug_options().get_samplingpct()).isEqualTo(100);
    }

    @Test
    void aTopologysPageShowsSystemComponentsIfTheyAreWanted() throws Exception {
        TopologyPageInfo page = cluster.getTopologyPageInfo(id, "600", true);

        assertThat(page.get_id_to_bolt_agg_stats()).containsKey("__acker");
    }

    @Test
    void aBoltsPageTellsItsInputsAndExecutors() throws Exception {
        String bolt = cluster.getUserTopology(id).get_bolts().keySet().iterator().next();

        ComponentPageInfo page = cluster.getComponentPageInfo(id, bolt, ALL_TIME, false);

        assertThat(page.get_component_type()).isEqualTo(ComponentType.BOLT);
        assertThat(page.get_exec_stats()).hasSize(page.get_num_executors());
        ComponentAggregateStats input =
                page.get_gsid_to_input_stats().get(new GlobalStreamId("numbers", "default"));
        assertThat(input.get_specific_stats().get_bolt().get_executed()).isEqualTo(NUMBERS);
        assertThat(page.get_errors()).isEmpty();
        assertThat(page.get_resources_map()).containsEntry("onheap.memory.mb", 128.0);
    }

    @Test
    void aSupervisorsPageHasTheWorkersInItsSlots() throws Exception {
        List<SupervisorSummary> supervisors = cluster.getClusterInfo().get_supervisors();

        SupervisorPageInfo first =
                cluster.getSupervisorPageInfo(supervisors.get(0).get_supervisor_id(), null, false);
        SupervisorPageInfo second =
                cluster.getSupervisorPageInfo(supervisors.get(1).get_supervisor_id(), null, false);

        assertThat(first.get_worker_summaries())
                .extracting(WorkerSummary::get_topology_id)
                .containsExactly(id);
        assertThat(second.is_set_worker_summaries()).isFalse();
        assertThat(first.get_worker_summaries().get(0).get_component_to_num_tasks())
                .containsAllEntriesOf(Map.of("numbers", 1L));
    }

    @Test
    void thereIsNoPageOfWhatIsUnknown() {
        assertThatThrownBy(() -> cluster.getTopologyPageInfo("none", ALL_TIME, false))
                .isInstanceOf(NotAliveException.class);
        assertThatThrownBy(() -> cluster.getComponentPageInfo(id, "none", ALL_TIME, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'none'");
        assertThatThrownBy(() -> cluster.getSupervisorPageInfo("none", null, false))
                .isInstanceOf(NotAliveException.class)
                .hasMessageContaining("none");
    }

    @Test
    void anOwnersTopologiesAreSummedUp() throws Exception {
        TopologySummary topology = cluster.getTopologySummaryByName(name);

        assertThat(cluster.getOwnerResourceSummaries(null))
                .singleElement()
                .satisfies(
                        owner -> {
                            assertThat(owner.get_owner()).isEqualTo(topology.get_owner());
                            assertThat(owner.get_total_topologies()).isEqualTo(1);
                            assertThat(owner.get_total_executors())
                                    .isEqualTo(topology.get_num_executors());
                            assertThat(owner.get_requested_total_memory())
                                    .isEqualTo(128.0 * topology.get_num_executors());
                        });
        assertThat(cluster.getOwnerResourceSummaries("nobody"))
                .singleElement()
                .satisfies(nobody -> assertThat(nobody.get_total_topologies()).isZero());
    }

    @Test
    void historyKeepsTopologiesThatAreOver() throws Exception {
        assertThat(cluster.getTopologyHistory(null).get_topo_ids()).containsExactly(id);

        cluster.killTopologyWithOpts(name, LocalCluster.KILL_NOW);

        assertThat(cluster.getTopologyHistory(null).get_topo_ids()).containsExactly(id);
    }

    @Test
    void aBoltThatEmitsNothingHasWindowsToo() throws Exception {
        for (String bolt : cluster.getUserTopology(id).get_bolts().keySet()) {
            assertThat(
                            cluster.getComponentPageInfo(id, bolt, ALL_TIME, false)
                                    .get_window_to_stats())
                    .as(bolt)
                    .containsKeys("600", "10800", "86400", ALL_TIME);
        }
    }

    @Test
    void aKilledTopologyIsNotRebalanced() throws Exception {
        KillOptions slowly = new KillOptions();
        slowly.set_wait_secs(30);
        cluster.killTopologyWithOpts(name, slowly);

        assertThatThrownBy(() -> cluster.rebalance(name, new RebalanceOptions()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rebalance")
                .hasMessageContaining("killed");
    }
}
