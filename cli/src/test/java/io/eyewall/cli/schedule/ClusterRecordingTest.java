package io.eyewall.cli.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.eyewall.cluster.load.TopologyReading;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.routing.Routing;
import io.eyewall.model.whatif.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ExecutorInfo;
import org.apache.storm.generated.ExecutorSpecificStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;

class ClusterRecordingTest {
    private static final String TEN_MINUTES = "600";

    /** Two words spouts of one task, a count of two executors with two tasks each, an acker. */
    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout(), 2);
        builder.setBolt("count", new TestWordCounter(), 2)
                .setNumTasks(4)
                .fieldsGrouping("words", new Fields("word"));
        return builder.createTopology();
    }

    private static TopologyInfo info() {
        List<ExecutorSummary> executors = new ArrayList<>();
        executors.add(executor("__acker", 1, 1));
        executors.add(executor("count", 2, 3));
        executors.add(executor("count", 4, 5));
        executors.add(spout(6, 100, 2.0));
        executors.add(spout(7, 300, 6.0));
        return new TopologyInfo("t-1", "t", 10, executors, "ACTIVE", Map.of());
    }

    private static ExecutorSummary executor(String component, int first, int last) {
        return new ExecutorSummary(new ExecutorInfo(first, last), component, "host", 6700, 10);
    }

    private static ExecutorSummary spout(int task, long acked, double meanMs) {
        ExecutorSummary summary = executor("words", task, task);
        SpoutStats stats =
                new SpoutStats(
                        Map.of(TEN_MINUTES, Map.of("default", acked)),
                        Map.of(),
                        Map.of(TEN_MINUTES, Map.of("default", meanMs)));
        summary.set_stats(
                new ExecutorStats(Map.of(), Map.of(), ExecutorSpecificStats.spout(stats), 1.0));
        return summary;
    }

    private static TopologyReading.Executor reading(
            String component,
            int first,
            int last,
            String worker,
            boolean silent,
            double cores,
            TopologyReading.Flow... flows) {
        return new TopologyReading.Executor(
                component,
                first,
                last,
                "node-" + worker,
                worker,
                1,
                20,
                silent,
                cores,
                1_000,
                List.of(flows));
    }

    private static TopologyReading reading(boolean silent) {
        return new TopologyReading(
                "t-1",
                List.of(
                        reading("__acker", 1, 1, "a", false, 0.9),
                        reading("count", 2, 3, "a", false, 0.1),
                        reading("count", 4, 5, "b", silent, 0.1),
                        reading("words", 6, 6, "a", false, 0.05, flow(2, 400), flow(4, 600)),
                        reading("words", 7, 7, "b", false, 0.05, flow(3, 1_000), flow(1, 9))),
                List.of(
                        new TopologyReading.Node("node-a", "alpha", 8),
                        new TopologyReading.Node("node-b", "beta", 2)));
    }

    private static TopologyReading.Flow flow(int to, double tuplesPerSec) {
        return new TopologyReading.Flow(to, tuplesPerSec, 10 * tuplesPerSec);
    }

    @Test
    void isWhatNimbusAndMonitorsSayOfTheUsersPart() {
        ClusterRecording recorder = new ClusterRecording(topology(), info(), 500);
        recorder.add(reading(false));

        Recording recording = recorder.recording();

        assertThat(recording.topology()).isEqualTo("t");
        assertThat(recording.acked()).isTrue();
        assertThat(recording.maxPending()).isEqualTo(500);
        assertThat(recording.threads()).isTrue();
        assertThat(recording.components())
                .containsExactly(
                        new Recording.Component("count", false, 2, 4, false),
                        new Recording.Component("words", true, 6, 2, false));
        assertThat(recording.groupings())
                .containsExactly(new Recording.Subscription("words", "count", Routing.Kind.FIELDS));
        assertThat(recording.places()).containsExactly("node-a:a", "node-b:b");
        Recording.Window window = recording.windows().get(0);
        assertThat(window.seconds()).isEqualTo(20);
        assertThat(window.executors())
                .contains(new Recording.Executor("count", 4, 5, 1, 20_000, 2e9))
                .hasSize(4);
        assertThat(window.flows()).contains(new Recording.Flow(6, 4, 12_000, 120_000)).hasSize(4);
        assertThat(window.busyNs()).containsExactly(3e9, 3e9);
        assertThat(window.latency()).isEqualTo(new Recording.Latencies(400, 5e6, 0));
    }

    @Test
    void isEnoughToCalibrateFrom() {
        ClusterRecording recorder = new ClusterRecording(topology(), info(), 500);
        recorder.add(reading(false));

        Calibration found = Calibrator.calibrate(recorder.recording(), MachineConstants.ASSUMED);

        assertThat(found.estimate("count").ns()).isCloseTo(98_000, within(3_000.0));
        assertThat(found.topology().component("count").executors()).isEqualTo(2);
        assertThat(found.measuredRootsPerSec()).isEqualTo(2_000);
        assertThat(recorder.nodes())
                .containsExactly(
                        new Setting.Node("alpha", 8, 1, 125e6),
                        new Setting.Node("beta", 2, 1, 125e6));
    }

    @Test
    void saysWhomMonitorsMiss() {
        ClusterRecording recorder = new ClusterRecording(topology(), info(), 0);

        assertThat(recorder.missingExecutors(reading(false))).isEmpty();
        assertThat(recorder.missingExecutors(reading(true))).containsExactly("count[4-5]");
        assertThat(recorder.missingExecutors(new TopologyReading("t-1", List.of(), List.of())))
                .containsExactly("count[2-3]", "count[4-5]", "words[6-6]", "words[7-7]");
    }
}
