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
    private static final List<String> ROOT_KEYS =
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

    private static final List<String> INCLUDE_KEYS = List.of("file", "resource", "override");
    private static final List<String> OBJECT_KEYS = concat(ObjectCheck.KEYS, "id");

    /** Keys of a spout or bolt whose values are whole numbers. */
    static final List<String> WHOLE_NUMBER_KEYS =
            List.of("parallelism", "numTasks", "onHeapMemoryLoad", "offHeapMemoryLoad", "cpuLoad");

    private static final List<String> SPOUT_OR_BOLT_KEYS =
            concat(OBJECT_KEYS, WHOLE_NUMBER_KEYS.toArray(String[]::new));

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
                    definition.addFile(root, false);
                    definition.addIncludes(source, root);
                });
        return definition.roots.isEmpty() ? null : definition;
    }

    private void addIncludes(FluxSource source, YamlMap root) throws FluxException {
        for (YamlMap include : root.maps("includes", "an include")) {
            findings.addUnknownKeys(include, "an include", INCLUDE_KEYS);
            findings.attempt(
                    () ->
                            addFile(
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

    private void addFile(YamlMap root, boolean override) {
        roots.add(root);
        findings.addUnknownKeys(root, "a topology", ROOT_KEYS);
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
        addSection(components, root, "components", "a component", OBJECT_KEYS, override);
        addSection(spouts, root, "spouts", "a spout", SPOUT_OR_BOLT_KEYS, override);
        addSection(bolts, root, "bolts", "a bolt", SPOUT_OR_BOLT_KEYS, override);
        addSection(hooks, root, "workerHooks", "a worker hook", OBJECT_KEYS, override);
        findings.attempt(() -> streams.addAll(root.maps("streams", "a stream")));
    }

    private void addSection(
            Map<String, YamlMap> target,
            YamlMap root,
            String key,
            String kind,
            List<String> keys,
            boolean override) {
        Map<String, YamlMap> elements = new LinkedHashMap<>();
        findings.attempt(
                () -> {
                    for (YamlMap element : root.maps(key, kind)) {
                        findings.addUnknownKeys(element, kind, keys);
                        findings.attempt(() -> addElement(elements, element, kind));
                        if (keys.equals(SPOUT_OR_BOLT_KEYS)) {
                            WHOLE_NUMBER_KEYS.forEach(
                                    each -> findings.attempt(() -> wholeNumber(element, each)));
                        }
                    }
                });
        elements.forEach(override ? target::put : target::putIfAbsent);
    }

    private void addElement(Map<String, YamlMap> elements, YamlMap element, String kind)
            throws FluxException {
        String id = element.required(kind, "id");
        YamlMap earlier = elements.put(id, element);
        if (earlier != null) {
            findings.warn(
                    element.problem(
                            "id",
                            "'"
                                    + id
                                    + "' is also defined at "
                                    + earlier.position()
                                    + "; the definition here is used"));
        }
    }

    /**
     * Returns the whole number at a key.
     *
     * @return null if the key is absent
     */
    static @Nullable Long wholeNumber(YamlMap element, String key) throws FluxException {
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
