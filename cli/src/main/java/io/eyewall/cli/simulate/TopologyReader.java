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
    private static final double US = 1e3;
    private static final double SEC = 1e9;
    private static final int STORM_QUEUE = 32_768;
    private static final int KEYS = 1000;

    /** Returns one topology, or as many numbered ones as {@code copies} requires. */
    List<TopologySpec> read(String name, Section section) throws DescriptionException {
        int copies = section.whole("copies", 0, 0);
        int ackers = section.whole("ackers", 0, 0);
        Acking acking =
                section.word("acking", Acking.class, ackers > 0 ? Acking.ACKERS : Acking.NONE);
        String queue = section.text("queue", String.valueOf(STORM_QUEUE));
        Section components = section.section("components");
        Map<String, Section> sections = new LinkedHashMap<>();
        Map<String, Double> emits = new LinkedHashMap<>();
        for (String component : components.names()) {
            Section its = components.section(component);
            sections.put(component, its);
            emits.put(component, its.number("emits", 1));
        }
        List<ComponentSpec> specs = new ArrayList<>();
        for (Map.Entry<String, Section> entry : sections.entrySet()) {
            specs.add(component(entry.getKey(), entry.getValue(), emits));
        }
        List<TopologySpec> topologies = new ArrayList<>();
        for (int i = 0; i < Math.max(1, copies); i++) {
            topologies.add(
                    new TopologySpec(
                            copies == 0 ? name : name + "-" + (i + 1),
                            section.whole("workers", 1, 1),
                            acking,
                            ackers,
                            section.quantity("ack-cost", Quantity.DURATION, 5 * US),
                            section.whole("max-pending", 0, 0),
                            section.durationNs("timeout", 30 * SEC),
                            queue.equals("unlimited")
                                    ? Integer.MAX_VALUE
                                    : section.whole("queue", STORM_QUEUE, 1),
                            section.whole("batch", 1, 1),
                            !section.flag("uniform-shuffle"),
                            specs));
        }
        section.end();
        return topologies;
    }

    private static ComponentSpec component(String name, Section section, Map<String, Double> emits)
            throws DescriptionException {
        SourceSpec source = null;
        if (section.has("rate")) {
            boolean endless = section.text("rate", "").equals("max");
            source =
                    new SourceSpec(
                            endless ? Double.POSITIVE_INFINITY : section.number("rate", 0),
                            section.word(
                                    "arrivals",
                                    SourceSpec.Arrivals.class,
                                    SourceSpec.Arrivals.POISSON));
        }
        Service.Shape shape =
                section.word("service", Service.Shape.class, Service.Shape.EXPONENTIAL);
        ComponentSpec spec =
                new ComponentSpec(
                        name,
                        section.whole("executors", 1, 1),
                        source,
                        new Service(section.quantity("cost", Quantity.DURATION, 0), shape),
                        new Service(section.quantity("wait", Quantity.DURATION, 0), shape),
                        section.quantity("bytes", Quantity.SIZE, 100),
                        section.quantity("memory", Quantity.SIZE, 0),
                        inputs(section.section("from"), emits),
                        Set.copyOf(section.words("on")));
        section.end();
        return spec;
    }

    /**
     * Reads inputs of the form {@code SENDER: GROUPING} or {@code SENDER: {grouping: ..., ...}}.
     */
    private static List<InputSpec> inputs(Section section, Map<String, Double> emits)
            throws DescriptionException {
        List<InputSpec> inputs = new ArrayList<>();
        for (String from : section.names()) {
            double usual = emits.getOrDefault(from, 1.0);
            if (section.value(from) instanceof ScalarNode scalar) {
                Grouping grouping = section.parse(scalar.getValue(), Grouping.class, from);
                inputs.add(new InputSpec(from, grouping, KEYS, 0, usual));
            } else {
                Section input = section.section(from);
                inputs.add(
                        new InputSpec(
                                from,
                                input.word("grouping", Grouping.class, Grouping.SHUFFLE),
                                input.whole("keys", KEYS, 1),
                                input.number("skew", 0),
                                input.number("emits", usual)));
                input.end();
            }
        }
        return inputs;
    }
}
