package io.eyewall.differential.program.flux;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Programs about topologies in YAML: the topology that Flux creates, and its behaviour. */
public final class FluxPrograms {
    private static final String PARTS = Parts.class.getName();

    private FluxPrograms() {}

    /** Returns all programs about Flux. */
    public static List<Program> all() {
        return List.of(
                Program.of(
                        "flux-groupings",
                        "Streams with all groupings that Flux knows.",
                        "flux/FluxBuilder.java (flux-core)",
                        FluxPrograms::groupings),
                Program.of(
                        "flux-objects",
                        "Objects by constructors and factories, with references, properties and"
                                + " configuration methods.",
                        "flux/FluxBuilder.java (flux-core)",
                        FluxPrograms::objects),
                Program.of(
                        "flux-counts",
                        "Executors, tasks, loads and worker hooks as a definition says.",
                        "flux/model/VertexDef.java (flux-core)",
                        FluxPrograms::counts),
                Program.of(
                        "flux-includes",
                        "Which definition counts when files are included.",
                        "flux/parser/FluxParser.java (flux-core)",
                        FluxPrograms::includes),
                Program.of(
                        "flux-substitution",
                        "Values from properties and from the environment.",
                        "flux/parser/FluxParser.java (flux-core)",
                        FluxPrograms::substitution),
                Program.of(
                        "flux-source",
                        "A topology that a class of the application makes.",
                        "flux/FluxBuilder.java (flux-core)",
                        FluxPrograms::source),
                Program.of(
                        "flux-shell",
                        "A spout and a bolt in Python, with streams and configuration of their own.",
                        "flux/wrappers/bolts/FluxShellBolt.java (flux-core)",
                        FluxPrograms::shell));
    }

    private static final String GROUPINGS =
            """
            name: "flux"
            spouts:
              - {id: "source", className: "PARTS", factory: "numbers", factoryArgs: [20]}
            bolts:
              - {id: "all", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "global", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "fields", className: "PROBE", factory: "recording", parallelism: 3}
              - {id: "direct", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "custom", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "shuffle", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "local", className: "PROBE", factory: "recording", parallelism: 2}
              - {id: "none", className: "PROBE", factory: "recording", parallelism: 2}
            streams:
              - {from: "source", to: "all", grouping: {type: ALL}}
              - {from: "source", to: "global", grouping: {type: GLOBAL}}
              - {from: "source", to: "fields", grouping: {type: FIELDS, args: ["key"]}}
              - {from: "source", to: "direct", grouping: {type: DIRECT, streamId: "chosen"}}
              - from: "source"
                to: "custom"
                grouping:
                  type: CUSTOM
                  customClass:
                    className: "org.apache.storm.testing.NGrouping"
                    constructorArgs: [1]
              - {from: "source", to: "shuffle", grouping: {type: SHUFFLE}}
              - {from: "source", to: "local", grouping: {type: LOCAL_OR_SHUFFLE}}
              - {from: "source", to: "none", grouping: {type: NONE}}
            """;

    private static void groupings(Stage stage) throws Exception {
        Flux.submit(stage, named(GROUPINGS));
        stage.await("received", 9 * 20);
        Map<String, Object> exact = new TreeMap<>();
        Map<String, Integer> received = new TreeMap<>();
        stage.edges()
                .forEach(
                        (edge, tuples) -> {
                            String target = edge.replaceFirst(".*->(.*):.*", "$1");
                            received.merge(target, tuples.size(), Integer::sum);
                            if (!List.of("shuffle", "local", "none").contains(target)) {
                                exact.put(edge, tuples);
                            }
                        });
        stage.fact("edges", exact);
        stage.fact("received", received);
    }

    private static final String OBJECTS =
            """
            name: "flux"
            components:
              - id: "plain"
                className: "PARTS$Thing"
                constructorArgs: [1, 2, 3, true, "LARGE"]
                properties:
                  - {name: "limit", value: 5}
                  - {name: "open", value: "said"}
              - {id: "made", className: "PARTS$Thing", factory: "make", factoryArgs: ["text"]}
              - id: "whole"
                className: "PARTS$Thing"
                constructorArgs:
                  - ["a", "b"]
                  - reflist: ["plain", "made"]
                properties:
                  - {name: "other", ref: "made"}
                configMethods:
                  - {name: "add", args: ["with", {ref: "made"}]}
                  - {name: "addAll", args: [[1, 2, 3]]}
            spouts:
              - {id: "source", className: "SPOUT", factory: "numbers", factoryArgs: [1]}
            bolts:
              - id: "bolt"
                className: "PARTS"
                factory: "telling"
                factoryArgs:
                  - reflist: ["plain", "made", "whole"]
                  - ["topology.workers"]
            streams:
              - {from: "source", to: "bolt", grouping: {type: SHUFFLE}}
            """;

    private static void objects(Stage stage) throws Exception {
        Flux.submit(stage, named(OBJECTS));
        stage.await("tasks", 1);
        stage.fact("things", stage.probe().notes("things"));
    }

    private static final String COUNTS =
            """
            name: "flux"
            config:
              my.list: ["a", "b"]
              my.map: {one: 1}
            workerHooks:
              - {id: "hook", className: "PARTS$Hook", constructorArgs: ["started"]}
            spouts:
              - {id: "source", className: "SPOUT", factory: "numbers", factoryArgs: [1], numTasks: 2}
            bolts:
              - id: "bolt"
                className: "PARTS"
                factory: "telling"
                factoryArgs:
                  - []
                  - ["my.list", "my.map", "topology.component.cpu.pcore.percent",
                     "topology.component.resources.onheap.memory.mb",
                     "topology.component.resources.offheap.memory.mb"]
                parallelism: 2
                numTasks: 3
                cpuLoad: 7
                onHeapMemoryLoad: 64
                offHeapMemoryLoad: 32
            streams:
              - {from: "source", to: "bolt", grouping: {type: SHUFFLE}}
            """;

    private static void counts(Stage stage) throws Exception {
        Flux.submit(stage, named(COUNTS));
        stage.await("tasks", 3);
        stage.fact("conf", stage.probe().notesUnder("conf "));
        stage.fact("tasks", stage.probe().notes("tasks"));
        stage.fact("hook", stage.probe().notes("hook"));
    }

    private static final String INCLUDING =
            """
            name: "flux"
            config: {my.own: "own", my.both: "own"}
            includes:
              - {file: "KEEPING", override: false}
              - {file: "OVERRIDING", override: true}
            spouts:
              - {id: "source", className: "SPOUT", factory: "numbers", factoryArgs: [1]}
            bolts:
              - {id: "kept", BOLT, parallelism: 1}
              - {id: "overridden", BOLT, parallelism: 1}
            streams:
              - {from: "source", to: "kept", grouping: {type: SHUFFLE}}
              - {from: "source", to: "overridden", grouping: {type: SHUFFLE}}
            """;

    private static final String INCLUDED =
            """
            config: {my.both: "VERB", my.VERB: "included"}
            bolts:
              - {id: "kept", BOLT, parallelism: 2}
              - {id: "overridden", BOLT, parallelism: 2}
              - {id: "VERB", BOLT, parallelism: 1}
            streams:
              - {from: "source", to: "VERB", grouping: {type: SHUFFLE}}
            """;

    private static final String TELLING =
            "className: \"PARTS\", factory: \"telling\", factoryArgs: [[],"
                    + " [\"my.own\", \"my.both\", \"my.keeping\", \"my.overriding\"]]";

    private static void includes(Stage stage) throws Exception {
        String included = INCLUDED.replace("BOLT", TELLING);
        String keeping = Flux.write(named(included.replace("VERB", "keeping")));
        String overriding = Flux.write(named(included.replace("VERB", "overriding")));
        Flux.submit(
                stage,
                named(
                        INCLUDING
                                .replace("BOLT", TELLING)
                                .replace("KEEPING", keeping)
                                .replace("OVERRIDING", overriding)));
        stage.awaitTrue("all bolts", () -> components(stage).size() == 4);
        stage.fact("tasks", components(stage));
        Map<String, Object> conf = new TreeMap<>();
        stage.probe().notesUnder("conf ").forEach((key, values) -> conf.put(key, values.get(0)));
        stage.fact("conf", conf);
    }

    /** Returns the component and tasks of each bolt that has started. */
    private static List<Object> components(Stage stage) {
        return stage.sorted("tasks").stream().distinct().toList();
    }

    private static final String SUBSTITUTED =
            """
            name: "flux"
            config:
              my.text: "${text}"
              my.number: ${number}
              my.in: "a ${text} b"
              my.two: "${number} ${text}"
              my.element: ${list[1]}
              my.path: "${ENV-PATH}"
              my.unknown: "${unknown}"
            spouts:
              - {id: "source", className: "SPOUT", factory: "numbers", factoryArgs: [1]}
            bolts:
              - id: "bolt"
                className: "PARTS"
                factory: "telling"
                factoryArgs:
                  - []
                  - ["my.text", "my.number", "my.in", "my.two", "my.element", "my.unknown", "my.path"]
            streams:
              - {from: "source", to: "bolt", grouping: {type: SHUFFLE}}
            """;

    private static void substitution(Stage stage) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("text", "hello");
        properties.setProperty("number", "7");
        properties.setProperty("list", "[\"zero\", \"one\"]");
        Flux.submit(stage, named(SUBSTITUTED), properties);
        stage.await("tasks", 1);
        Map<String, Object> conf = new TreeMap<>(stage.probe().notesUnder("conf "));
        Object path = conf.remove("my.path");
        stage.fact("conf", conf);
        stage.fact("environment", List.of(System.getenv("PATH")).equals(path));
    }

    private static void source(Stage stage) throws Exception {
        Flux.submit(
                stage,
                named(
                        """
                        name: "flux"
                        config: {my.parallelism: 2}
                        topologySource:
                          className: "PARTS$Source"
                          methodName: "topology"
                          constructorArgs: [3]
                        """));
        stage.await("received", 6);
        stage.fact("edges", stage.edges());
    }

    private static final String SHELL =
            """
            name: "flux"
            spouts:
              - {id: "calls", className: "PARTS", factory: "calls", factoryArgs: [["task-ids", "emit"]]}
              - id: "replay"
                className: "org.apache.storm.flux.wrappers.spouts.FluxShellSpout"
                constructorArgs: [["python3", "replay.py"], ["value"]]
                configMethods:
                  - {name: "setNamedStream", args: ["calls", ["value"]]}
            bolts:
              - id: "script"
                className: "org.apache.storm.flux.wrappers.bolts.FluxShellBolt"
                constructorArgs: [["python3", "calls.py"], ["what", "value"]]
                configMethods:
                  - {name: "setNamedStream", args: ["to-all", ["what", "value"]]}
                  - {name: "addComponentConfig", args: ["my.key", "my.value"]}
              - {id: "sink", className: "PROBE", factory: "recording"}
              - {id: "all-sink", className: "PROBE", factory: "recording", parallelism: 2}
            streams:
              - {from: "calls", to: "script", grouping: {type: SHUFFLE}}
              - {from: "script", to: "sink", grouping: {type: SHUFFLE}}
              - {from: "replay", to: "sink", grouping: {type: SHUFFLE}}
              - {from: "script", to: "all-sink", grouping: {type: ALL, streamId: "to-all"}}
            """;

    private static void shell(Stage stage) throws Exception {
        Flux.submit(stage, named(SHELL));
        stage.await("received", 7);
        stage.fact("edges", stage.edges());
    }

    /** Returns a definition in which placeholders are replaced by the names of our classes. */
    private static String named(String yaml) {
        return yaml.replace("PARTS", PARTS)
                .replace("PROBE", "io.eyewall.differential.stage.ProbeBolt")
                .replace("SPOUT", "io.eyewall.differential.stage.ProbeSpout");
    }
}
