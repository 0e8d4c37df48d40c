package io.eyewall.cli.flux;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A definition together with its includes, combined by Flux's rules: of two parts with the same id
 * the first is used, unless the include overrides.
 */
final class FluxDefinition {
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

    /** Sections that Flux expects to have a value if their key is present. */
    private static final List<String> NEVER_EMPTY =
            List.of("config", "components", "spouts", "bolts", "streams", "workerHooks");

    private static final List<String> INCLUDE = List.of("file", "resource", "override");
    private static final List<String> BEAN = concat(ObjectCheck.KEYS, "id");

    /** Keys of a spout or bolt whose values are whole numbers. */
    static final List<String> COUNTS =
            List.of("parallelism", "numTasks", "onHeapMemoryLoad", "offHeapMemoryLoad", "cpuLoad");

    private static final List<String> VERTEX = concat(BEAN, COUNTS.toArray(String[]::new));

    final Map<String, YamlMap> components = new LinkedHashMap<>();
    final Map<String, YamlMap> spouts = new LinkedHashMap<>();
    final Map<String, YamlMap> bolts = new LinkedHashMap<>();
    final Map<String, YamlMap> hooks = new LinkedHashMap<>();
    final List<YamlMap> streams = new ArrayList<>();

    /** The roots of all files that were read; the definition itself is the first. */
    final List<YamlMap> roots = new ArrayList<>();

    private final Findings findings;

    private FluxDefinition(Findings findings) {
        this.findings = findings;
    }

    private static List<String> concat(List<String> keys, String... more) {
        return Stream.concat(keys.stream(), Arrays.stream(more)).toList();
    }

    /**
     * Reads a definition and its includes.
     *
     * @param file a path, or a class path resource
     * @param findings receives errors of the definition's form
     * @return null if the file can't be read at all
     */
    static @Nullable FluxDefinition read(
            FluxSource source, String file, boolean resource, Findings findings) {
        FluxDefinition definition = new FluxDefinition(findings);
        findings.attempt(
                () -> {
                    YamlMap root = source.read(file, resource, findings);
                    definition.add(root, false);
                    definition.include(source, root);
                });
        return definition.roots.isEmpty() ? null : definition;
    }

    private void include(FluxSource source, YamlMap root) throws FluxException {
        for (YamlMap include : root.maps("includes", "an include")) {
            findings.addUnknownKeys(include, "an include", INCLUDE);
            findings.attempt(
                    () ->
                            add(
                                    source.read(
                                            include.required("an include", "file"),
                                            isTrue(include, "resource"),
                                            findings),
                                    isTrue(include, "override")));
        }
    }

    private static boolean isTrue(YamlMap map, String key) throws FluxException {
        return "true".equals(map.text(key));
    }

    private void add(YamlMap root, boolean override) {
        roots.add(root);
        findings.addUnknownKeys(root, "a topology", ROOT);
        if (root.has("tests")) {
            findings.add(
                    root.problemAtKey(
                            "tests",
                            "tests have a file of their own, such as words.test.yaml beside"
                                    + " words.yaml: Storm's Flux refuses them here"));
        }
        for (String section : NEVER_EMPTY) {
            if (root.keys().contains(section) && !root.has(section)) {
                findings.add(
                        root.problemAtKey(
                                section,
                                "'" + section + "' has no value; leave it out, or fill it"));
            }
        }
        add(components, root, "components", "a component", BEAN, override);
        add(spouts, root, "spouts", "a spout", VERTEX, override);
        add(bolts, root, "bolts", "a bolt", VERTEX, override);
        add(hooks, root, "workerHooks", "a worker hook", BEAN, override);
        findings.attempt(() -> streams.addAll(root.maps("streams", "a stream")));
    }

    private void add(
            Map<String, YamlMap> all,
            YamlMap root,
            String section,
            String what,
            List<String> keys,
            boolean override) {
        Map<String, YamlMap> here = new LinkedHashMap<>();
        findings.attempt(
                () -> {
                    for (YamlMap element : root.maps(section, what)) {
                        findings.addUnknownKeys(element, what, keys);
                        findings.attempt(() -> addOne(here, element, what));
                        if (keys.equals(VERTEX)) {
                            COUNTS.forEach(key -> findings.attempt(() -> count(element, key)));
                        }
                    }
                });
        here.forEach(override ? all::put : all::putIfAbsent);
    }

    private void addOne(Map<String, YamlMap> here, YamlMap element, String what)
            throws FluxException {
        String id = element.required(what, "id");
        YamlMap earlier = here.put(id, element);
        if (earlier != null) {
            findings.warn(
                    element.problem(
                            "id",
                            "'"
                                    + id
                                    + "' is defined at "
                                    + earlier.place()
                                    + ", too; this one"
                                    + " counts"));
        }
    }

    /**
     * Returns the whole number at a key.
     *
     * @return null if the key is absent
     */
    static @Nullable Long count(YamlMap element, String key) throws FluxException {
        String text = element.text(key);
        if (text == null) {
            return null;
        }
        if (!text.matches("-?[0-9][0-9_]{0,17}")) {
            throw element.problem(
                    key, "expected a whole number for '" + key + "', not '" + text + "'");
        }
        long number = Long.parseLong(text.replace("_", ""));
        if (number != (int) number) {
            throw element.problem(
                    key,
                    "expected a whole number up to "
                            + Integer.MAX_VALUE
                            + " for '"
                            + key
                            + "', not "
                            + number);
        }
        return number;
    }

    /** Returns the root of the definition itself, without includes. */
    YamlMap root() {
        return roots.get(0);
    }

    boolean hasName() {
        return roots.stream().anyMatch(root -> root.has("name"));
    }
}
