package io.eyewall.differential.program.window;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import org.apache.storm.bolt.JoinBolt;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt.Count;
import org.apache.storm.topology.base.BaseWindowedBolt.Duration;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Programs about joins of streams within windows by {@code JoinBolt}. */
public final class JoinPrograms {
    private static final String SOURCE = "bolt/JoinBolt.java";

    private static final List<Values> USERS =
            List.of(
                    new Values(1, "ann", Map.of("city", "Bern")),
                    new Values(2, "bob", Map.of("city", "Ulm")),
                    new Values(3, "cid", Map.of("zip", "9")));
    private static final List<Values> ORDERS =
            List.of(
                    new Values(10, 1, "pen"),
                    new Values(11, 1, "ink"),
                    new Values(12, 3, "pad"),
                    new Values(13, 9, "cap"));
    private static final List<Values> STOCK = List.of(new Values("pen", 5), new Values("pad", 0));

    private JoinPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "join-inner",
                        "An inner join gives a row for each pair with the same key.",
                        SOURCE,
                        stage ->
                                join(
                                        stage,
                                        new JoinBolt("users", "user")
                                                .join("orders", "buyer", "users")
                                                .select("users:name,orders:item,order"),
                                        false,
                                        3)),
                Program.of(
                        "join-left",
                        "A left join gives a row for those without a partner, too.",
                        SOURCE,
                        stage ->
                                join(
                                        stage,
                                        new JoinBolt("orders", "buyer")
                                                .leftJoin("users", "user", "orders")
                                                .select("order,users:name"),
                                        false,
                                        4)),
                Program.of(
                        "join-three",
                        "Three streams, the third joined by a field of the second.",
                        SOURCE,
                        stage ->
                                join(
                                        stage,
                                        new JoinBolt("users", "user")
                                                .join("orders", "buyer", "users")
                                                .leftJoin("stock", "article", "orders")
                                                .select("name,item,stock:amount"),
                                        true,
                                        3)),
                Program.of(
                        "join-nested",
                        "Dots in a selected field go into maps.",
                        SOURCE,
                        stage ->
                                join(
                                        stage,
                                        new JoinBolt("users", "user")
                                                .join("orders", "buyer", "users")
                                                .select("name,users:address.city"),
                                        false,
                                        3)),
                Program.of(
                        "join-by-stream",
                        "Inputs may be told apart by their streams instead of their sources.",
                        SOURCE,
                        JoinPrograms::byStream),
                Program.of(
                        "join-event-time",
                        "A join in windows of event time pairs only what is in the same window.",
                        SOURCE,
                        JoinPrograms::eventTime),
                Program.of(
                        "join-checks",
                        "Joins that can't be are refused while they are built.",
                        SOURCE,
                        JoinPrograms::checks));
    }

    private static ProbeSpout rows(List<Values> rows, String... fields) {
        return ProbeSpout.doing(
                        task -> {
                            int step = task.nextStep();
                            if (step < rows.size()) {
                                Values row = rows.get(step);
                                task.collector().emit(new Values(row.toArray()), row.get(0));
                            }
                        })
                .declares("default", fields);
    }

    /** Joins the rows within one window that contains all of them. */
    private static void join(Stage stage, JoinBolt join, boolean withStock, int results)
            throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("users", rows(USERS, "user", "name", "address"));
        builder.setSpout("orders", rows(ORDERS, "order", "buyer", "item"));
        int inputs = USERS.size() + ORDERS.size() + (withStock ? STOCK.size() : 0);
        BoltDeclarer bolt = builder.setBolt("join", join.withTumblingWindow(Count.of(inputs)));
        bolt.fieldsGrouping("users", new Fields("user"));
        bolt.fieldsGrouping("orders", new Fields("buyer"));
        if (withStock) {
            builder.setSpout("stock", rows(STOCK, "article", "amount"));
            bolt.fieldsGrouping("stock", new Fields("article"));
        }
        sink(stage, builder, results);
        stage.fact("fields", stage.probe().notes("fields").get(0));
    }

    private static void sink(Stage stage, TopologyBuilder builder, int results) throws Exception {
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.note("fields", tuple.getFields().toList());
                            task.note("received", List.copyOf(shown(tuple.getValues())));
                            task.collector().ack(tuple);
                        });
        builder.setBolt("sink", sink).shuffleGrouping("join");
        stage.submit(builder);
        stage.await("received", results);
        stage.fact("received", stage.sorted("received"));
    }

    private static List<Object> shown(List<Object> values) {
        return values.stream().map(value -> value == null ? (Object) "(null)" : value).toList();
    }

    private static void byStream(Stage stage) throws Exception {
        ProbeSpout source =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < 3) {
                                        task.collector().emit("left", new Values(step, "l" + step));
                                        task.collector()
                                                .emit("right", new Values(step % 2, "r" + step));
                                    }
                                })
                        .declares("left", "key", "l")
                        .declares("right", "key", "r");
        JoinBolt join =
                new JoinBolt(JoinBolt.Selector.STREAM, "left", "key")
                        .join("right", "key", "left")
                        .select("left:key,l,r")
                        .withOutputStream("joined")
                        .withTumblingWindow(Count.of(6));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        builder.setBolt("join", join)
                .shuffleGrouping("source", "left")
                .shuffleGrouping("source", "right");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("join", "joined");
        stage.submit(builder);
        stage.await("received", 3);
        stage.fact("received", stage.sorted("received"));
    }

    private static void eventTime(Stage stage) throws Exception {
        // The rows are in the order of their times: without a lag, a later row excludes the ones
        // behind it.
        List<Values> rows =
                List.of(
                        new Values("left", "l1", "k1", 1_000L),
                        new Values("left", "l2", "k2", 2_000L),
                        new Values("left", "l3", "k3", 3_000L),
                        new Values("right", "r1", "k1", 5_000L),
                        new Values("right", "r2", "k2", 11_000L),
                        new Values("right", "r3", "k3", 12_000L),
                        new Values("left", "end", "end", 30_000L),
                        new Values("right", "end", "end", 30_000L));
        ProbeSpout source =
                ProbeSpout.doing(
                                task -> {
                                    int step = task.nextStep();
                                    if (step < rows.size()) {
                                        Values row = rows.get(step);
                                        Object[] values = row.subList(1, 4).toArray();
                                        task.collector()
                                                .emit((String) row.get(0), new Values(values));
                                    }
                                })
                        .declares("left", "name", "key", "time")
                        .declares("right", "name", "key", "time");
        JoinBolt join =
                new JoinBolt(JoinBolt.Selector.STREAM, "left", "key")
                        .leftJoin("right", "key", "left")
                        .select("left:name,right:name,left:key")
                        .withTumblingWindow(Duration.seconds(10))
                        .withTimestampField("time");
        join.withWatermarkInterval(Duration.of(100));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", source);
        builder.setBolt("join", join)
                .shuffleGrouping("source", "left")
                .shuffleGrouping("source", "right");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("join");
        stage.submit(builder);
        stage.await("received", 4);
        stage.fact("received", stage.sorted("received"));
    }

    private static void checks(Stage stage) {
        stage.fact("unknown", Attempt.at(() -> new JoinBolt("a", "k").join("b", "k", "c")));
        stage.fact(
                "twice",
                Attempt.at(() -> new JoinBolt("a", "k").join("b", "k", "a").join("b", "k", "a")));
    }
}
