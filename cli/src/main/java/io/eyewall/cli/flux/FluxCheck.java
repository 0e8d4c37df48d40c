package io.eyewall.cli.flux;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A definition and what it includes, checked before Flux sees them. Flux's own messages know no
 * places, and some mistakes it meets as a NullPointerException, or not at all.
 */
public final class FluxCheck {
    private static final List<String> ROOT =
            List.of(
                    "name",
                    "config",
                    "includes",
                    "components",
                    "topologySource",
                    "spouts",
                    "bolts",
                    "streams",
                    "workerHooks");
    private static final List<String> INCLUDE = List.of("file", "resource", "override");
    private static final List<String> BEAN = and(ObjectCheck.KEYS, "id");
    private static final List<String> COUNTS =
            List.of("parallelism", "numTasks", "onHeapMemoryLoad", "offHeapMemoryLoad", "cpuLoad");
    private static final List<String> VERTEX = and(BEAN, COUNTS.toArray(String[]::new));
    private static final List<String> SOURCE = and(ObjectCheck.KEYS, "methodName");
    private static final List<String> STREAM = List.of("name", "from", "to", "grouping");
    private static final List<String> GROUPING = List.of("type", "streamId", "args", "customClass");
    private static final List<String> GROUPINGS =
            List.of(
                    "ALL",
                    "CUSTOM",
                    "DIRECT",
                    "SHUFFLE",
                    "LOCAL_OR_SHUFFLE",
                    "FIELDS",
                    "GLOBAL",
                    "NONE");

    private final Map<String, YamlMap> components = new LinkedHashMap<>();
    private final Map<String, YamlMap> spouts = new LinkedHashMap<>();
    private final Map<String, YamlMap> bolts = new LinkedHashMap<>();
    private final Map<String, YamlMap> hooks = new LinkedHashMap<>();
    private final List<YamlMap> streams = new ArrayList<>();
    private boolean named;

    private FluxCheck() {}

    private static List<String> and(List<String> keys, String... more) {
        return Stream.concat(keys.stream(), Arrays.stream(more)).toList();
    }

    /**
     * Reads and checks a definition.
     *
     * @param file a path, or a class path resource
     * @return for what goes wrong later
     * @throws FluxException with what is wrong first
     */
    public static FluxCheck check(FluxSource source, String file, boolean resource)
            throws FluxException {
        FluxCheck check = new FluxCheck();
        YamlMap root = source.read(file, resource);
        check.add(root, false);
        for (YamlMap include : root.maps("includes", "an include")) {
            include.allow("an include", INCLUDE);
            String included = include.required("an include", "file");
            check.add(
                    source.read(included, isTrue(include, "resource")),
                    isTrue(include, "override"));
        }
        check.checkObjects(root, source.loader());
        return check;
    }

    private static boolean isTrue(YamlMap map, String key) throws FluxException {
        return "true".equals(map.text(key));
    }

    private void add(YamlMap root, boolean override) throws FluxException {
        root.allow("a topology", ROOT);
        named |= root.has("name");
        add(components, root, "components", "a component", BEAN, override);
        add(spouts, root, "spouts", "a spout", VERTEX, override);
        add(bolts, root, "bolts", "a bolt", VERTEX, override);
        add(hooks, root, "workerHooks", "a worker hook", BEAN, override);
        streams.addAll(root.maps("streams", "a stream"));
    }

    private static void add(
            Map<String, YamlMap> all,
            YamlMap root,
            String section,
            String what,
            List<String> keys,
            boolean override)
            throws FluxException {
        for (YamlMap element : root.maps(section, what)) {
            element.allow(what, keys);
            String id = element.required(what, "id");
            if (override) {
                all.put(id, element);
            } else {
                all.putIfAbsent(id, element);
            }
            for (String count : keys.equals(VERTEX) ? COUNTS : List.<String>of()) {
                String text = element.text(count);
                if (text != null && !text.matches("-?[0-9_]+")) {
                    throw element.problem(count, "expected a whole number for '" + count + "'");
                }
            }
        }
    }

    private void checkObjects(YamlMap root, ClassLoader loader) throws FluxException {
        if (!named) {
            throw root.problem("the topology has no 'name'");
        }
        Map<String, YamlMap> defined = new LinkedHashMap<>();
        ObjectCheck objects = new ObjectCheck(loader, defined);
        for (Map.Entry<String, YamlMap> component : components.entrySet()) {
            objects.check("component '" + component.getKey() + "'", component.getValue());
            defined.put(component.getKey(), component.getValue());
        }
        YamlMap source = root.map("topologySource", "a topology source");
        if (source != null) {
            if (!spouts.isEmpty() || !bolts.isEmpty() || !streams.isEmpty()) {
                throw root.problem(
                        "topologySource", "a topologySource excludes spouts, bolts and streams");
            }
            source.allow("a topology source", SOURCE);
            objects.check("the topologySource", source);
            return;
        }
        if (spouts.isEmpty()) {
            throw root.problem("the topology has no 'spouts' and no 'topologySource'");
        }
        checkAll(objects, "spout", spouts);
        checkAll(objects, "bolt", bolts);
        checkAll(objects, "worker hook", hooks);
        for (YamlMap stream : streams) {
            checkStream(objects, stream);
        }
    }

    private static void checkAll(ObjectCheck objects, String kind, Map<String, YamlMap> all)
            throws FluxException {
        for (Map.Entry<String, YamlMap> entry : all.entrySet()) {
            objects.check(kind + " '" + entry.getKey() + "'", entry.getValue());
        }
    }

    private void checkStream(ObjectCheck objects, YamlMap stream) throws FluxException {
        stream.allow("a stream", STREAM);
        String from = stream.required("a stream", "from");
        if (!spouts.containsKey(from) && !bolts.containsKey(from)) {
            throw stream.problem(
                    "from",
                    "no spout or bolt '"
                            + from
                            + "'; there are spouts "
                            + spouts.keySet()
                            + " and bolts "
                            + bolts.keySet());
        }
        String to = stream.required("a stream", "to");
        if (!bolts.containsKey(to)) {
            throw stream.problem("to", "no bolt '" + to + "'; there are bolts " + bolts.keySet());
        }
        YamlMap grouping = stream.map("grouping", "a grouping");
        if (grouping == null) {
            throw stream.problem(
                    "the stream from '" + from + "' to '" + to + "' has no 'grouping'");
        }
        grouping.allow("a grouping", GROUPING);
        String type = grouping.required("a grouping", "type");
        if (!GROUPINGS.contains(type)) {
            throw grouping.problem(
                    "type",
                    "no grouping '" + type + "'; expected one of " + String.join(", ", GROUPINGS));
        }
        if (type.equals("FIELDS") && grouping.list("args").isEmpty()) {
            throw grouping.problem("grouping FIELDS needs 'args', the list of its fields");
        }
        if (type.equals("CUSTOM")) {
            YamlMap custom = grouping.map("customClass", "a class");
            if (custom == null) {
                throw grouping.problem("grouping CUSTOM needs 'customClass'");
            }
            custom.allow("a grouping's class", ObjectCheck.KEYS);
            objects.check("the grouping", custom);
        }
    }

    /**
     * Where the object is defined whose code threw.
     *
     * @return {@code FILE:LINE:COLUMN}; null if none of the classes named in the files did
     */
    public @Nullable String place(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            Predicate<YamlMap> names = definition -> names(definition, frame.getClassName());
            var found =
                    Stream.of(components, spouts, bolts, hooks)
                            .flatMap(all -> all.values().stream())
                            .filter(names)
                            .findFirst();
            if (found.isPresent()) {
                return found.get().place();
            }
        }
        return null;
    }

    private static boolean names(YamlMap definition, String className) {
        try {
            return className.equals(definition.text("className"));
        } catch (FluxException e) {
            return false; // checked before
        }
    }
}
