package io.eyewall.cli.flux;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Checks a definition and its includes before Flux reads them. Flux's own messages contain no
 * positions; it reports some mistakes by a NullPointerException, and others not at all.
 */
public final class FluxCheck {
    private static final List<String> SOURCE_KEYS = List.of("methodName");
    private static final List<String> STREAM_KEYS = List.of("name", "from", "to", "grouping");
    private static final List<String> GROUPING_KEYS =
            List.of("type", "streamId", "args", "customClass");
    private static final List<String> GROUPING_TYPES =
            List.of(
                    "ALL",
                    "CUSTOM",
                    "DIRECT",
                    "SHUFFLE",
                    "LOCAL_OR_SHUFFLE",
                    "FIELDS",
                    "GLOBAL",
                    "NONE");
    private static final String SPOUT_TYPE = "org.apache.storm.topology.IRichSpout";

    /** The types of bolts that FluxBuilder.java can add in {@code buildBolts}. */
    private static final List<String> BOLT_TYPES =
            List.of(
                    "org.apache.storm.topology.IRichBolt",
                    "org.apache.storm.topology.IBasicBolt",
                    "org.apache.storm.topology.IWindowedBolt",
                    "org.apache.storm.topology.IStatefulBolt",
                    "org.apache.storm.topology.IStatefulWindowedBolt");

    private final FluxDefinition definition;
    private final Findings findings;
    private final ObjectCheck objects;
    private final Map<String, YamlMap> defined = new LinkedHashMap<>();

    private FluxCheck(FluxDefinition definition, Findings findings, ClassLoader loader) {
        this.definition = definition;
        this.findings = findings;
        this.objects = new ObjectCheck(loader, defined, findings);
    }

    /**
     * Reads and checks a definition.
     *
     * @param file a path, or a class path resource
     * @return the check, which finds the position of later errors
     * @throws FluxException the first error
     */
    public static FluxCheck check(FluxSource source, String file, boolean resource)
            throws FluxException {
        Findings findings = new Findings();
        FluxCheck check = check(source, file, resource, findings);
        findings.throwFirst();
        if (check == null) {
            throw new IllegalStateException(file + " was not read, but no error was found");
        }
        return check;
    }

    /**
     * Reads and checks a definition, and continues after the first error.
     *
     * @return null if the file can't be read at all
     */
    static @Nullable FluxCheck check(
            FluxSource source, String file, boolean resource, Findings findings) {
        FluxDefinition definition = FluxDefinition.read(source, file, resource, findings);
        if (definition == null) {
            return null;
        }
        FluxCheck check = new FluxCheck(definition, findings, source.loader());
        findings.attempt(check::checkAll);
        return check;
    }

    FluxDefinition definition() {
        return definition;
    }

    /** Returns the check of objects, which knows the components that are used. */
    ObjectCheck objects() {
        return objects;
    }

    private void checkAll() throws FluxException {
        YamlMap root = definition.root();
        if (!definition.hasName()) {
            findings.add(root.problem("the topology has no 'name'"));
        }
        for (Map.Entry<String, YamlMap> component : definition.components.entrySet()) {
            objects.check("component '" + component.getKey() + "'", component.getValue());
            defined.put(component.getKey(), component.getValue());
        }
        YamlMap source = root.map("topologySource", "a topology source");
        if (source != null) {
            checkSource(root, source);
            return;
        }
        if (definition.spouts.isEmpty()) {
            findings.add(root.problem("the topology has no 'spouts' and no 'topologySource'"));
        }
        checkObjects("spout", definition.spouts, List.of(SPOUT_TYPE));
        checkObjects("bolt", definition.bolts, BOLT_TYPES);
        checkObjects("worker hook", definition.hooks, List.of());
        for (YamlMap stream : definition.streams) {
            findings.addUnknownKeys(stream, "a stream", STREAM_KEYS);
            findings.attempt(() -> checkStream(stream));
        }
    }

    private void checkSource(YamlMap root, YamlMap source) {
        if (!definition.spouts.isEmpty()
                || !definition.bolts.isEmpty()
                || !definition.streams.isEmpty()) {
            findings.add(
                    root.problem(
                            "topologySource",
                            "a topologySource excludes spouts, bolts and streams"));
        }
        findings.addUnknownKeys(
                source,
                "a topology source",
                Stream.concat(ObjectCheck.KEYS.stream(), SOURCE_KEYS.stream()).toList());
        objects.check("the topologySource", source);
    }

    private void checkObjects(String kind, Map<String, YamlMap> definitions, List<String> types) {
        for (Map.Entry<String, YamlMap> entry : definitions.entrySet()) {
            String subject = kind + " '" + entry.getKey() + "'";
            objects.check(subject, entry.getValue());
            if (!types.isEmpty()) {
                if (Utils.isSystemId(entry.getKey())) {
                    findings.add(
                            entry.getValue()
                                    .problem(
                                            "id",
                                            subject
                                                    + ": Storm keeps ids that begin with '__' to"
                                                    + " itself"));
                }
                findings.attempt(() -> objects.checkHasType(subject, entry.getValue(), types));
            }
        }
    }

    private void checkStream(YamlMap stream) throws FluxException {
        findings.attempt(
                () -> {
                    String from = stream.required("a stream", "from");
                    if (!definition.spouts.containsKey(from)
                            && !definition.bolts.containsKey(from)) {
                        throw stream.problem(
                                "from",
                                "no spout or bolt '"
                                        + from
                                        + "'; there are spouts "
                                        + definition.spouts.keySet()
                                        + " and bolts "
                                        + definition.bolts.keySet());
                    }
                });
        findings.attempt(
                () -> {
                    String to = stream.required("a stream", "to");
                    if (!definition.bolts.containsKey(to)) {
                        throw stream.problem(
                                "to",
                                "no bolt '"
                                        + to
                                        + "'; there are bolts "
                                        + definition.bolts.keySet());
                    }
                });
        YamlMap grouping = stream.map("grouping", "a grouping");
        if (grouping == null) {
            throw stream.problem(
                    "the stream from '"
                            + stream.text("from")
                            + "' to '"
                            + stream.text("to")
                            + "' has no 'grouping'");
        }
        findings.addUnknownKeys(grouping, "a grouping", GROUPING_KEYS);
        checkGrouping(grouping);
    }

    private void checkGrouping(YamlMap grouping) throws FluxException {
        String type = grouping.required("a grouping", "type");
        if (!GROUPING_TYPES.contains(type)) {
            throw grouping.problem(
                    "type",
                    "no grouping '"
                            + type
                            + "'; expected one of "
                            + String.join(", ", GROUPING_TYPES));
        }
        if (type.equals("FIELDS") && grouping.list("args").isEmpty()) {
            throw grouping.problem("grouping FIELDS needs 'args', the list of its fields");
        }
        if (type.equals("CUSTOM")) {
            YamlMap custom = grouping.map("customClass", "a class");
            if (custom == null) {
                throw grouping.problem("grouping CUSTOM needs 'customClass'");
            }
            findings.addUnknownKeys(custom, "a grouping's class", ObjectCheck.KEYS);
            objects.check("the grouping", custom);
        }
    }

    /**
     * Returns the position of the definition of the object whose code threw.
     *
     * @return {@code FILE:LINE:COLUMN}; null if no frame belongs to a class that the files name
     */
    public @Nullable String definitionPosition(Throwable thrown) {
        YamlMap found = culprit(thrown);
        return found == null ? null : found.position();
    }

    /**
     * Returns the definition of the object whose code threw; null if the files name no such object.
     */
    @Nullable YamlMap culprit(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            Predicate<YamlMap> isOfClass = object -> hasClassName(object, frame.getClassName());
            var found =
                    Stream.of(
                                    definition.components,
                                    definition.spouts,
                                    definition.bolts,
                                    definition.hooks)
                            .flatMap(section -> section.values().stream())
                            .filter(isOfClass)
                            .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        return null;
    }

    private static boolean hasClassName(YamlMap definition, String className) {
        try {
            return className.equals(definition.text("className"));
        } catch (FluxException e) {
            return false; // checked before
        }
    }
}
