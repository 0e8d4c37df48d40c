package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code eyewall run --until-drained}, in a process of its own; the spout is
 * docs/reference/command.md's.
 */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class UntilDrainedIT {
    private static final String LINES =
            """
            package app;
            import java.util.*;
            import org.apache.storm.*;
            import org.apache.storm.spout.*;
            import org.apache.storm.task.*;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.*;
            import org.apache.storm.tuple.*;
            public class Lines extends BaseRichSpout {
                SpoutOutputCollector collector;
                int next, acked;
                volatile boolean drained;
                public void open(Map<String, Object> c, TopologyContext t, SpoutOutputCollector o) {
                    collector = o;
                    t.registerGauge("eyewall.source.drained", () -> drained ? 1 : 0);
                }
                public void nextTuple() {
                    if (next < 10_000) collector.emit(new Values(next), next++);
                }
                public void ack(Object id) { drained = ++acked == 10_000; }
                public void declareOutputFields(OutputFieldsDeclarer d) { d.declare(new Fields("n")); }

                public static class Sum extends BaseBasicBolt {
                    final int bad;
                    long sum;
                    public Sum(int bad) { this.bad = bad; }
                    public void execute(Tuple t, BasicOutputCollector o) {
                        if (t.getInteger(0) == bad) throw new IllegalStateException("bad");
                        sum += t.getInteger(0);
                    }
                    public void cleanup() { System.out.println("sum " + sum); }
                    public void declareOutputFields(OutputFieldsDeclarer d) {}
                }

                public static void main(String[] args) throws Exception {
                    TopologyBuilder b = new TopologyBuilder();
                    b.setSpout("lines", new Lines());
                    b.setBolt("sum", new Sum(Integer.parseInt(args[0]))).globalGrouping("lines");
                    StormSubmitter.submitTopology("lines", new Config(), b.createTopology());
                }
            }
            """;

    @TempDir static Path directory;
    private static String jar;

    @BeforeAll
    static void buildApplication() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("app.Lines", LINES);
        jar = AppJar.build(directory, sources, List.of()).toString();
    }

    @Test
    void endsWellAfterTheLastTuple() throws Exception {
        Child child = Child.run(directory, "run", "--until-drained", jar, "app.Lines", "-1");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("sum 49995000");
        assertThat(child.err())
                .contains("topology 'lines': all spouts have ended")
                .containsPattern("lines in all, .*acked 10,?000 left 0")
                .contains("topology 'lines': ended");
    }

    @Test
    void saysThatATopologyFailed() throws Exception {
        Child child = Child.run(directory, "run", "--until-drained", jar, "app.Lines", "9999");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.TOPOLOGY_FAILED);
    }
}
