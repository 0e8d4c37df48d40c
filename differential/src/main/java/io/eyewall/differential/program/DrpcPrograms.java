package io.eyewall.differential.program;

import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.ILocalDRPC;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Distributed remote procedure calls within a process. */
final class DrpcPrograms {
    private DrpcPrograms() {}

    static List<Program> all() {
        return List.of(
                Program.of(
                        "drpc",
                        "A request goes in by the DRPC spout and comes back by ReturnResults.",
                        "drpc/DRPCSpout.java",
                        DrpcPrograms::drpc));
    }

    private static void drpc(Stage stage) throws Exception {
        // In storm-server on Storm; not on the class path that programs compile against.
        Class<?> type = Class.forName("org.apache.storm.LocalDRPC");
        ILocalDRPC drpc = (ILocalDRPC) type.getDeclaredConstructor().newInstance();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", new DRPCSpout("shout", drpc));
        ProbeBolt shout =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    String text = tuple.getString(0) + "!";
                                    task.collector()
                                            .emit(tuple, new Values(text, tuple.getValue(1)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "result", "return-info");
        builder.setBolt("shout", shout).shuffleGrouping("requests");
        builder.setBolt("return", new ReturnResults()).shuffleGrouping("shout");
        stage.submit(builder);
        List<String> answers = new ArrayList<>();
        for (String request : List.of("hello", "", "\u00e4")) {
            answers.add(Attempt.atValue(() -> drpc.execute("shout", request)));
        }
        stage.fact("answers", answers);
        drpc.close();
    }
}
