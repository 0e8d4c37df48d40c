package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.event.Service;
import io.eyewall.model.simulation.spec.ComponentSpec;
import io.eyewall.model.simulation.spec.InputSpec;
import io.eyewall.model.simulation.spec.InputSpec.Grouping;
import io.eyewall.model.simulation.spec.SourceSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.model.simulation.spec.TopologySpec.Acking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads the topologies of a description. */
final class TopologyReader {
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_SEC = 1e9;

    /** Storm's default of topology.executor.receive.buffer.size. */
    private static final int STORM_QUEUE_TUPLES = 32_768;

    private static final int DEFAULT_KEYS = 1000;

    /** Returns one topology, or as many numbered ones as {@code copies} requires. */
    List<TopologySpec> read(String name, Section section) throws DescriptionException {
        int copies = section.wholeNumber("copies", 0, 0);
        int ackers = section.wholeNumber("ackers", 0, 0);
        Acking acking =
                section.enumConstant(
                        "acking", Acking.class, ackers > 0 ? Acking.ACKERS : Acking.NONE);
        String queue = section.text("queue", String.valueOf(STORM_QUEUE_TUPLES));
        Section components = section.section("components");
        Map<String, Section> sections = new LinkedHashMap<>();
        Map<String, Double> emitsByComponent = new LinkedHashMap<>();
        for (String component : components.names()) {
            Section componentSection = components.section(component);
            sections.put(component, componentSection);
            emitsByComponent.put(component, componentSection.number("emits", 1));
        }
        List<ComponentSpec> specs = new ArrayList<>();
        for (Map.Entry<String, Section> entry : sections.entrySet()) {
            specs.add(readComponent(entry.getKey(), entry.getValue(), emitsByComponent));
        }
        List<TopologySpec> topologies = new ArrayList<>();
        for (int i = 0; i < Math.max(1, copies); i++) {
            topologies.add(
                    new TopologySpec(
                            copies == 0 ? name : name + "-" + (i + 1),
                            section.wholeNumber("workers", 1, 1),
                            acking,
                            ackers,
                            section.quantity("ack-cost", Quantity.DURATION, 5 * NS_PER_US),
                            section.wholeNumber("max-pending", 0, 0),
                            section.durationNs("timeout", 30 * NS_PER_SEC),
                            queue.equals("unlimited")
                                    ? Integer.MAX_VALUE
                                    : section.wholeNumber("queue", STORM_QUEUE_TUPLES, 1),
                            section.wholeNumber("batch", 1, 1),
                            !section.flag("uniform-shuffle"),
                            specs));
        }
        section.rejectUnreadKeys();
        return topologies;
    }

    private static ComponentSpec readComponent(
            String name, Section section, Map<String, Double> emitsByComponent)
            throws DescriptionException {
        SourceSpec source = null;
        if (section.has("rate")) {
            boolean isMaxRate = section.text("rate", "").equals("max");
            source =
                    new SourceSpec(
                            isMaxRate ? Double.POSITIVE_INFINITY : section.number("rate", 0),
                            section.enumConstant(
                                    "arrivals",
                                    SourceSpec.Arrivals.class,
                                    SourceSpec.Arrivals.POISSON));
        }
        Service.Shape shape =
                section.enumConstant("service", Service.Shape.class, Service.Shape.EXPONENTIAL);
        ComponentSpec spec =
                new ComponentSpec(
                        name,
                        section.wholeNumber("executors", 1, 1),
                        source,
                        new Service(section.quantity("cost", Quantity.DURATION, 0), shape),
                        new Service(section.quantity("wait", Quantity.DURATION, 0), shape),
                        section.quantity("bytes", Quantity.SIZE, 100),
                        section.quantity("memory", Quantity.SIZE, 0),
                        readInputs(section.section("from"), emitsByComponent),
                        Set.copyOf(section.words("on")));
        section.rejectUnreadKeys();
        return spec;
    }

    /**
     * Reads inputs of the form {@code SENDER: GROUPING} or {@code SENDER: {grouping: ..., ...}}.
     */
    private static List<InputSpec> readInputs(Section section, Map<String, Double> emitsByComponent)
            throws DescriptionException {
        List<InputSpec> inputs = new ArrayList<>();
        for (String from : section.names()) {
            double defaultEmits = emitsByComponent.getOrDefault(from, 1.0);
            if (section.value(from) instanceof ScalarNode scalar) {
                Grouping grouping = section.parseEnum(scalar.getValue(), Grouping.class, from);
                inputs.add(new InputSpec(from, grouping, DEFAULT_KEYS, 0, defaultEmits));
            } else {
                Section input = section.section(from);
                inputs.add(
                        new InputSpec(
                                from,
                                input.enumConstant("grouping", Grouping.class, Grouping.SHUFFLE),
                                input.wholeNumber("keys", DEFAULT_KEYS, 1),
                                input.number("skew", 0),
                                input.number("emits", defaultEmits)));
                input.rejectUnreadKeys();
            }
        }
        return inputs;
    }
}
