package io.eyewall.differential.program.tuple;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Stage;
import io.eyewall.differential.stage.TaskView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;

/** Programs about the configuration that reaches spouts and bolts. */
public final class ConfigPrograms {
    /** Keys that Storm's daemons set for themselves at run time. */
    private static final Set<String> DAEMONS_KEYS =
            Set.of("blobstore.dir", "storm.zookeeper.superACL");

    private static final String NO_DAEMONS =
            "Configuration keys that Storm's daemons set for themselves are absent.";

    private ConfigPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "conf-types",
                        "Values come back from JSON: small numbers as Integer, others as Long.",
                        "LocalCluster.java (storm-server)",
                        ConfigPrograms::types),
                Program.of(
                        "conf-of-component",
                        "Components may set keys of their own and a few of Storm's.",
                        "executor/Executor.java",
                        ConfigPrograms::component),
                Program.of(
                                "conf-defaults",
                                "The topology.* keys that a task finds, with their values.",
                                "defaults.yaml",
                                ConfigPrograms::defaults)
                        .differs("topology.users", NO_DAEMONS),
                Program.of(
                                "conf-other-keys",
                                "The keys outside topology.* that a task finds.",
                                "defaults.yaml",
                                ConfigPrograms::otherKeys)
                        .differs("keysOfDaemons", NO_DAEMONS),
                Program.of(
                        "conf-kryo-registrations",
                        "Kryo registrations of topology and components are merged for all.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        ConfigPrograms::kryo),
                Program.of(
                        "conf-is-the-contexts",
                        "context.getConf() is the topology's, without the component's keys.",
                        "task/GeneralTopologyContext.java",
                        ConfigPrograms::contextConf),
                Program.of(
                        "debug-has-no-effect",
                        "topology.debug changes nothing but the log.",
                        "executor/Executor.java",
                        ConfigPrograms::debug));
    }

    /** Returns the class and value of an object, also inside lists and maps. */
    private static Object typed(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(ConfigPrograms::typed).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> typed = new TreeMap<>();
            map.forEach((key, item) -> typed.put(typed(key).toString(), typed(item)));
            return typed;
        }
        return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    }

    private static void types(Stage stage) throws Exception {
        Map<String, Object> own = new TreeMap<>();
        own.put("my.int", 7);
        own.put("my.int.max", Integer.MAX_VALUE);
        own.put("my.long.small", 8L);
        own.put("my.long.big", 5_000_000_000L);
        own.put("my.double", 2.5);
        own.put("my.float", 2.5f);
        own.put("my.whole.double", 3.0);
        own.put("my.boolean", true);
        own.put("my.text", "\"quoted\" \u00e4 \n");
        own.put("my.list", Arrays.asList(1, 2L, "x", null, List.of(3)));
        own.put("my.map", new HashMap<>(Map.of("a", 1, "b", Map.of("c", 2L))));
        own.put("my.null", null);
        own.put("my.empty", List.of());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(
                                task ->
                                        task.conf()
                                                .forEach(
                                                        (key, value) -> {
                                                            if (key.startsWith("my.")) {
                                                                task.note(key, typed(value));
                                                            }
                                                        }));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.putAll(own);
        stage.submit(builder, conf);
        stage.await("received", 1);
        stage.fact("seen", stage.probe().notesUnder("my."));
    }

    private static void component(Stage stage) throws Exception {
        List<String> keys =
                List.of(
                        "own.key",
                        "shared.key",
                        Config.TOPOLOGY_DEBUG,
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        Config.TOPOLOGY_MAX_TASK_PARALLELISM,
                        Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS,
                        Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                        Config.TOPOLOGY_SLEEP_SPOUT_WAIT_STRATEGY_TIME_MS,
                        Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_COUNT,
                        Config.TOPOLOGY_STATE_PROVIDER,
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        Config.TOPOLOGY_ACKER_EXECUTORS,
                        Config.TOPOLOGY_STATS_SAMPLE_RATE,
                        Config.TOPOLOGY_TASKS);
        Map<String, Object> own = new TreeMap<>();
        own.put("own.key", 1);
        own.put("shared.key", "component");
        own.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 77);
        own.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 99);
        own.put(Config.TOPOLOGY_SLEEP_SPOUT_WAIT_STRATEGY_TIME_MS, 2);
        own.put(Config.TOPOLOGY_BOLTS_WINDOW_LENGTH_COUNT, 5);
        own.put(Config.TOPOLOGY_STATE_PROVIDER, "no.such.Provider");
        own.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 55);
        own.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 0.5);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1).onOpen(task -> note(task, keys)))
                .addConfigurations(own);
        ProbeBolt bolt = ProbeBolt.recording().onPrepare(task -> note(task, keys));
        builder.setBolt("plain", bolt).shuffleGrouping("source");
        builder.setBolt("configured", bolt).addConfigurations(own).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.put("shared.key", "topology");
        stage.submit(builder, conf);
        stage.await("received", 2);
        for (String component : List.of("plain", "configured", "source")) {
            stage.fact(component, stage.probe().notesUnder(component + " "));
        }
    }

    private static void note(TaskView task, List<String> keys) {
        for (String key : keys) {
            String series = task.context().getThisComponentId() + " " + key;
            task.note(series, typed(task.conf().get(key)));
        }
    }

    /** Runs a topology and returns the configuration that its bolt received. */
    private static Map<String, Object> confOfBolt(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(task -> task.probe().share("conf", new TreeMap<>(task.conf())));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        @SuppressWarnings("unchecked")
        Map<String, Object> conf = (Map<String, Object>) stage.probe().shared("conf");
        return conf;
    }

    private static void defaults(Stage stage) throws Exception {
        confOfBolt(stage)
                .forEach(
                        (key, value) -> {
                            if (key.startsWith("topology.")) {
                                stage.fact(key, typed(value));
                            }
                        });
    }

    private static void otherKeys(Stage stage) throws Exception {
        Set<String> found = new TreeSet<>(confOfBolt(stage).keySet());
        found.removeIf(key -> key.startsWith("topology."));
        Set<String> ofDaemons = new TreeSet<>(DAEMONS_KEYS);
        ofDaemons.retainAll(found);
        found.removeAll(DAEMONS_KEYS);
        stage.fact("keys", found);
        stage.fact("keysOfDaemons", ofDaemons);
    }

    private static void kryo(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        // The builder accepts a component's registrations only from the component itself.
        builder.setBolt(
                        "sink",
                        registering(
                                Map.of(
                                        TuplePrograms.Plain.class.getName(),
                                        PlainSerializer.class.getName())))
                .shuffleGrouping("source");
        builder.setBolt("other", registering(ArrayList.class.getName())).shuffleGrouping("source");
        Config conf = stage.conf();
        conf.registerSerialization(TreeMap.class);
        stage.submit(builder, conf);
        stage.await("received", 2);
        TreeSet<String> texts = new TreeSet<>();
        stage.probe().notes("registrations").forEach(each -> texts.add(each.toString()));
        stage.fact("registrations", texts);
    }

    private static ProbeBolt registering(Object registration) {
        return ProbeBolt.recording()
                .configured(Map.of(Config.TOPOLOGY_KRYO_REGISTER, List.of(registration)))
                .onPrepare(
                        task ->
                                task.note(
                                        "registrations",
                                        typed(
                                                task.context()
                                                        .getConf()
                                                        .get(Config.TOPOLOGY_KRYO_REGISTER))));
    }

    private static void contextConf(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.recording()
                        .onPrepare(
                                task -> {
                                    task.note("fromPrepare", task.conf().get("own.key"));
                                    task.note(
                                            "fromContext", task.context().getConf().get("own.key"));
                                    task.note("same", task.conf().equals(task.context().getConf()));
                                });
        builder.setBolt("sink", bolt).addConfiguration("own.key", 5).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 1);
        for (String series : List.of("fromPrepare", "fromContext", "same")) {
            stage.fact(series, stage.probe().notes(series));
        }
    }

    private static void debug(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(5));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("middle");
        Config conf = stage.conf();
        conf.setDebug(true);
        stage.submit(builder, conf);
        stage.await("acked", 5);
        stage.fact("edges", stage.edges());
        stage.fact("acked", stage.probe().notes("acked"));
    }
}
