package io.eyewall.nativetask.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.NativeSpout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.serialization.SerializationFactory;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

final class WorkerPlanTest {
    private static final WorkerPlace PLACE = new WorkerPlace("words-1", "node", 1, 6701, "worker");

    /** As Nimbus leaves it. Tasks: __acker 1, count 2 and 3, java 4, lines 5. */
    static SystemTopology topology(Map<String, Object> more) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new NativeSpout("/lib/w.so", "Lines").output("word", "n"), 1)
                .setMaxSpoutPending(7)
                .setNumTasks(1);
        builder.setBolt(
                        "count",
                        new NativeBolt("/lib/w.so", "Count")
                                .output("word")
                                .outputStream("odd", true, "what\tever"),
                        2)
                .fieldsGrouping("lines", new Fields("n", "word"))
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 3)
                .setNumTasks(2);
        builder.setBolt("java", new TestWordCounter(), 1)
                .shuffleGrouping("count")
                .directGrouping("count", "odd")
                .setNumTasks(1);
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 1);
        conf.put("example", "a\\b");
        conf.putAll(more);
        return SystemTopology.of(builder.createTopology(), conf);
    }

    @Test
    void aPlanSaysWhatAWorkerNeeds() throws Exception {
        WorkerPlan plan = new WorkerPlan(topology(Map.of()), Set.of(1, 2, 5));

        List<String> lines = plan.lines(PLACE, "/resources", true).lines().toList();

        assertThat(lines)
                .contains(
                        "port\t6701",
                        "timeout\t30000",
                        "acking\t1",
                        "loads\t1",
                        "task\t4\tjava",
                        "own\t1\tacker\t0\t0\t\t",
                        "own\t2\tbolt\t3000\t0\t/lib/w.so\tCount",
                        "own\t5\tspout\t0\t7\t/lib/w.so\tLines",
                        "output\t2\tdefault",
                        "output\t2\todd",
                        "setting\t2\texample\ta\\\\b",
                        "setting\t2\tindex\t0",
                        "target\tlines\tdefault\tfields\t2,3\t1,0",
                        "target\tcount\tdefault\tshuffle\t4\t",
                        "target\tcount\todd\tdirect\t4\t",
                        "target\tlines\t__ack_init\tfields\t1\t0",
                        "target\tcount\t__ack_ack\tfields\t1\t0")
                .last()
                .isEqualTo("go");
        assertThat(plan.receivers()).contains(1, 2, 3, 4, 5);
    }

    @Test
    void streamsHaveTheNumbersOfStorm() throws Exception {
        SystemTopology topology = topology(Map.of());
        var storm = new SerializationFactory.IdDictionary(topology.topology());
        int checked = 0;
        for (String line :
                new WorkerPlan(topology, Set.of(2)).lines(PLACE, "/r", false).lines().toList()) {
            List<String> words = WorkerLines.parse(line);
            if (words.get(0).equals("stream")) {
                assertThat(storm.getStreamId(words.get(1), words.get(3)))
                        .as(line)
                        .isEqualTo(Integer.parseInt(words.get(2)));
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(8);
        assertThat(topology.outputFields("count", "odd")).containsExactly("what\tever");
    }

    @Test
    void workersThatNeedJavaSayWhy() throws Exception {
        var eligibility = new Eligibility(topology(Map.of()));
        assertThat(eligibility.reasonForJava(Set.of("lines", "count", "__acker"))).isEmpty();
        assertThat(eligibility.reasonForJava(Set.of("count", "java")))
                .contains("'java' is not native");
        assertThat(eligibility.reasonForJava(Set.of("__acker"))).contains("it has ackers only");
        assertThat(
                        new Eligibility(
                                        topology(
                                                Map.of(
                                                        Config.TOPOLOGY_KRYO_REGISTER,
                                                        List.of("a.B"))))
                                .reasonForJava(Set.of("count")))
                .contains("topology.kryo.register is [a.B]");
        assertThat(
                        new Eligibility(topology(Map.of(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, 1)))
                                .reasonForJava(Set.of("count")))
                .isPresent();
    }

    @Test
    void anAssignmentSaysWhereOthersAre() {
        Assignment assignment = new Assignment("/code");
        assignment.put_to_executor_node_port(List.of(1L, 2L), new NodeInfo("node", Set.of(6701L)));
        assignment.put_to_executor_node_port(List.of(3L, 3L), new NodeInfo("node", Set.of(6702L)));
        assignment.put_to_executor_node_port(List.of(4L, 4L), new NodeInfo("other", Set.of(6701L)));
        assignment.put_to_node_host("node", "h1");
        assignment.put_to_node_host("other", "h2");
        WorkerAssignment assigned = new WorkerAssignment(assignment, PLACE);

        assertThat(assigned.executors()).containsExactly(List.of(1L, 2L));
        assertThat(assigned.placeLines(Set.of(1, 3, 4)))
                .isEqualTo("place\th1\t6702\t3\nplace\th2\t6701\t4\nplaced\n");
        assertThat(assigned.placeLines(Set.of(1, 4))).isEqualTo("place\th2\t6701\t4\nplaced\n");
    }

    @Test
    void whatAWorkerHasDoneIsCountedByStormsClasses() throws Exception {
        WorkerStats stats =
                new WorkerStats(topology(Map.of()), Set.of(List.of(2L, 3L), List.of(5L, 5L)));
        stats.addEmitted(WorkerLines.parse("emitted\t3\tdefault\t10\t20"));
        stats.addHandled(WorkerLines.parse("handled\t3\tlines\tdefault\t7\t21000\t5\t10000\t1"));
        stats.addHandled(WorkerLines.parse("handled\t5\t\tdefault\t0\t0\t4\t80000\t2"));

        var bolt = Objects.requireNonNull(stats.render().get(List.of(2L, 3L)));
        assertThat(bolt.get_emitted().get(":all-time")).containsEntry("default", 10L);
        assertThat(bolt.get_transferred().get(":all-time")).containsEntry("default", 20L);
        BoltStats counted = bolt.get_specific().get_bolt();
        GlobalStreamId source = new GlobalStreamId("lines", "default");
        assertThat(counted.get_executed().get(":all-time")).containsEntry(source, 7L);
        assertThat(counted.get_acked().get(":all-time")).containsEntry(source, 5L);
        assertThat(counted.get_failed().get(":all-time")).containsEntry(source, 1L);
        assertThat(counted.get_process_ms_avg().get(":all-time")).containsEntry(source, 2.0);
        assertThat(counted.get_execute_ms_avg().get(":all-time")).containsEntry(source, 3.0);
        var executor = Objects.requireNonNull(stats.render().get(List.of(5L, 5L)));
        var spout = executor.get_specific().get_spout();
        assertThat(spout.get_acked().get(":all-time")).containsEntry("default", 4L);
        assertThat(spout.get_complete_ms_avg().get(":all-time")).containsEntry("default", 20.0);
    }

    @Test
    void wordsAreAsTheyWere() {
        String line = new WorkerLines().add("a", "\t\n\\", "").toString();
        assertThat(line).isEqualTo("a\t\\t\\n\\\\\t\n");
        assertThat(WorkerLines.parse(line.strip() + "\t")).containsExactly("a", "\t\n\\", "");
    }
}
