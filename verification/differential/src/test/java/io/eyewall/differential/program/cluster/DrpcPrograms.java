package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.storm.ILocalDRPC;
import org.apache.storm.coordination.BatchOutputCollector;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.KeyedFairBolt;
import org.apache.storm.drpc.LinearDRPCTopologyBuilder;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.generated.DRPCRequest;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseBatchBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.DRPCClient;

/** Programs about distributed remote procedure calls within a process. */
@SuppressWarnings("try") // Storm declares that close may be interrupted
public final class DrpcPrograms {
    private DrpcPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "drpc",
                        "A request goes in by the DRPC spout and comes back by ReturnResults.",
                        "drpc/DRPCSpout.java",
                        DrpcPrograms::drpc),
                Program.of(
                        "drpc-linear",
                        "A linear topology fans out over tasks and aggregates, for many clients.",
                        "drpc/LinearDRPCTopologyBuilder.java",
                        DrpcPrograms::linear),
                Program.of(
                        "drpc-failing",
                        "A bolt that fails its tuple fails the request, in plain bolts and batches.",
                        "coordination/CoordinatedBolt.java",
                        DrpcPrograms::failing),
                Program.of(
                        "drpc-keyed-fair",
                        "A bolt whose requests take turns, called by a thread of its own.",
                        "drpc/KeyedFairBolt.java",
                        DrpcPrograms::keyedFair),
                Program.of(
                        "drpc-functions",
                        "Two topologies, two functions, one server.",
                        "drpc/DRPCSpout.java",
                        DrpcPrograms::functions),
                Program.of(
                        "drpc-override",
                        "Spouts and clients without an address find the server of the process.",
                        "utils/DRPCClient.java",
                        DrpcPrograms::override),
                Program.of(
                        "drpc-by-hand",
                        "What fetching, answering and failing requests does, without a topology.",
                        "daemon/drpc/DRPC.java",
                        DrpcPrograms::byHand),
                Program.of(
                                "drpc-timeout",
                                "A request that nobody answers fails after drpc.request.timeout.secs.",
                                "daemon/drpc/DRPC.java",
                                DrpcPrograms::timeout)
                        .mayDiffer(
                                "forgotten",
                                "Storm may still hand out a request that has just timed out")
                        .onOwnCluster()); // it sets a property of the process
    }

    /**
     * Creates a DRPC server by reflection: on Storm the class belongs to storm-server, which is not
     * on the class path that programs are compiled against.
     */
    private static ILocalDRPC server() throws ReflectiveOperationException {
        Class<?> type = Class.forName("org.apache.storm.LocalDRPC");
        return (ILocalDRPC) type.getDeclaredConstructor().newInstance();
    }

    /** Returns the answer of a call, or the exception with its type. */
    private static String call(DrpcCall call) {
        try {
            return String.valueOf(call.call());
        } catch (DRPCExecutionException e) {
            return e.get_type() + ": " + e.get_msg();
        } catch (Exception e) {
            return Attempt.text(e);
        }
    }

    private interface DrpcCall {
        Object call() throws Exception;
    }

    /** Fetches until a request arrives. */
    private static DRPCRequest fetch(ILocalDRPC drpc, String function) throws Exception {
        while (true) {
            DRPCRequest request = drpc.fetchRequest(function);
            if (!request.get_request_id().isEmpty()) {
                return request;
            }
            Thread.sleep(1);
        }
    }

    private static TopologyBuilder suffixing(String suffix, DRPCSpout spout) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", spout);
        ProbeBolt shout =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    String text = tuple.getString(0) + suffix;
                                    task.collector()
                                            .emit(tuple, new Values(text, tuple.getValue(1)));
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "result", "return-info");
        builder.setBolt("shout", shout).shuffleGrouping("requests");
        builder.setBolt("return", new ReturnResults()).shuffleGrouping("shout");
        return builder;
    }

    private static void drpc(Stage stage) throws Exception {
        try (ILocalDRPC drpc = server()) {
            stage.submit(suffixing("!", new DRPCSpout("shout", drpc)));
            List<String> answers = new ArrayList<>();
            for (String request : List.of("hello", "", "\u00e4")) {
                answers.add(Attempt.atValue(() -> drpc.execute("shout", request)));
            }
            stage.fact("answers", answers);
        }
    }

    /** Emits each word of the arguments with the request's id. */
    private static final class Split extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            if (tuple.getString(1).equals("fail early")) {
                throw new FailedException("as asked");
            }
            for (String word : tuple.getString(1).split(" ")) {
                collector.emit(new Values(tuple.getValue(0), word));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "word"));
        }
    }

    /** Adds up numbers, or the lengths of words that are not numbers; fails for "late". */
    private static final class Sum extends BaseBatchBolt<Object> {
        private static final long serialVersionUID = 1;

        private final boolean last;
        private transient BatchOutputCollector collector;
        private transient Object id;
        private transient int sum;

        Sum(boolean last) {
            this.last = last;
        }

        @Override
        public void prepare(
                Map<String, Object> conf,
                TopologyContext context,
                BatchOutputCollector collector,
                Object id) {
            this.collector = collector;
            this.id = id;
        }

        @Override
        public void execute(Tuple tuple) {
            Object value = tuple.getValue(1);
            if (value.equals("late")) {
                throw new FailedException("as asked");
            }
            sum += value instanceof Integer number ? number : value.toString().length();
        }

        @Override
        public void finishBatch() {
            collector.emit(new Values(id, last ? (Object) Integer.toString(sum) : (Object) sum));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "sum"));
        }
    }

    private static LinearDRPCTopologyBuilder lengths() {
        LinearDRPCTopologyBuilder builder = new LinearDRPCTopologyBuilder("lengths");
        builder.addBolt(new Split(), 2);
        builder.addBolt(new Sum(false), 3).fieldsGrouping(new Fields("id", "word"));
        builder.addBolt(new Sum(true), 2).fieldsGrouping(new Fields("id"));
        return builder;
    }

    private static void linear(Stage stage) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        try (ILocalDRPC drpc = server()) {
            stage.submitAs(stage.name(), lengths().createLocalTopology(drpc), stage.conf());
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String args = "a bb ccc " + "d".repeat(i);
                answers.add(clients.submit(() -> call(() -> drpc.execute("lengths", args))));
            }
            List<String> texts = new ArrayList<>();
            for (Future<String> answer : answers) {
                texts.add(answer.get());
            }
            stage.fact("answers", texts);
        } finally {
            clients.shutdownNow();
        }
    }

    private static void failing(Stage stage) throws Exception {
        try (ILocalDRPC drpc = server()) {
            stage.submitAs(stage.name(), lengths().createLocalTopology(drpc), stage.conf());
            List<String> answers = new ArrayList<>();
            for (String args : List.of("fail early", "too late", "all well")) {
                answers.add(call(() -> drpc.execute("lengths", args)));
            }
            stage.fact("answers", answers);
        }
    }

    private static void keyedFair(Stage stage) throws Exception {
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            rows.add(new Values("request " + i % 3, i));
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", ProbeSpout.rows(rows, "id", "number"));
        builder.setBolt("fair", new KeyedFairBolt(ProbeBolt.recording()))
                .shuffleGrouping("requests");
        stage.submit(builder);
        stage.await("received", rows.size());
        stage.fact("received", stage.sorted("received"));
    }

    private static void functions(Stage stage) throws Exception {
        try (ILocalDRPC drpc = server()) {
            for (String function : List.of("one", "two")) {
                stage.submitAs(
                        stage.name() + "-" + function,
                        suffixing(" " + function, new DRPCSpout(function, drpc)).createTopology(),
                        stage.conf());
            }
            stage.fact(
                    "answers",
                    List.of(
                            call(() -> drpc.execute("one", "a")),
                            call(() -> drpc.execute("two", "b"))));
        }
    }

    private static void override(Stage stage) throws Exception {
        List<Object> overridden = new ArrayList<>();
        try (ILocalDRPC drpc = server()) {
            try (DRPCClient.LocalOverride behind = new DRPCClient.LocalOverride(drpc)) {
                overridden.add(behind != null && DRPCClient.isLocalOverride());
                stage.submit(suffixing("?", new DRPCSpout("ask")));
                DRPCClient client = DRPCClient.getConfiguredClient(new HashMap<>());
                stage.fact("answer", call(() -> client.execute("ask", "who")));
            }
            overridden.add(DRPCClient.isLocalOverride());
        }
        stage.fact("overridden", overridden);
    }

    private static void byHand(Stage stage) throws Exception {
        ExecutorService client = Executors.newSingleThreadExecutor();
        ILocalDRPC drpc = server();
        try {
            List<Object> seen = new ArrayList<>();
            seen.add(drpc.fetchRequest("f").toString());
            seen.add(call(() -> server().execute(null, "x")));
            drpc.result("no such id", "x");
            drpc.failRequest("no such id");

            Future<String> answered = client.submit(() -> call(() -> drpc.execute("f", "args")));
            DRPCRequest request = fetch(drpc, "f");
            seen.add(request.get_func_args());
            drpc.result(request.get_request_id(), "result");
            seen.add(answered.get());

            Future<String> failed = client.submit(() -> call(() -> drpc.execute("f", "")));
            drpc.failRequest(fetch(drpc, "f").get_request_id());
            seen.add(failed.get());

            Future<String> failedSo = client.submit(() -> call(() -> drpc.execute("f", "")));
            DRPCExecutionException because = new DRPCExecutionException("because");
            because.set_type(DRPCExceptionType.INTERNAL_ERROR);
            drpc.failRequestV2(fetch(drpc, "f").get_request_id(), because);
            seen.add(failedSo.get());

            Future<String> nulled = client.submit(() -> call(() -> drpc.execute("f", "")));
            drpc.result(fetch(drpc, "f").get_request_id(), null);
            seen.add(nulled.get());

            Future<String> closed = client.submit(() -> call(() -> drpc.execute("f", "")));
            fetch(drpc, "f");
            drpc.close();
            seen.add(closed.get());
            stage.fact("seen", seen);
        } finally {
            drpc.close();
            client.shutdownNow();
        }
    }

    private static void timeout(Stage stage) throws Exception {
        String options = System.getProperty("storm.options");
        System.setProperty("storm.options", "drpc.request.timeout.secs=2");
        ILocalDRPC drpc;
        try {
            drpc = server();
        } finally {
            if (options == null) {
                System.clearProperty("storm.options");
            } else {
                System.setProperty("storm.options", options);
            }
        }
        try (drpc) {
            stage.fact("answer", call(() -> drpc.execute("nobody", "x")));
            stage.fact("forgotten", drpc.fetchRequest("nobody").toString());
        }
    }
}
