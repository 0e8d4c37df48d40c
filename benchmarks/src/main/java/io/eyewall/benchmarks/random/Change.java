package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.random.Part.Grouping;
import io.eyewall.benchmarks.random.Part.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A simplification of a draw. Its text is {@code KIND=TOPOLOGY} or {@code KIND=TOPOLOGY.COMPONENT},
 * such as {@code drop=0.b3}, with the topology's number before this change.
 *
 * @param kind what it changes
 * @param topology number of the topology
 * @param component id of the component; empty if the change concerns the whole topology
 */
record Change(Kind kind, int topology, String component) {
    /** The kinds of simplification, in descending order of how much they remove. */
    enum Kind {
        /** Only the given topology runs. */
        ONLY,
        /** A bolt without subscribers is removed. */
        DROP,
        /** A component has one executor and one task. */
        SINGLE,
        /** All groupings of a bolt are shuffle groupings. */
        SHUFFLE,
        /** A bolt emits as many tuples as it receives. */
        SAME,
        /** A bolt has no ticks. */
        QUIET,
        /** Sources always have more to emit. */
        FULL;

        boolean isOfTopology() {
            return this == ONLY || this == FULL;
        }
    }

    /**
     * Parses a change.
     *
     * @throws IllegalArgumentException if the text is not a change
     */
    static Change parse(String text) {
        int equals = text.indexOf('=');
        int dot = text.indexOf('.');
        try {
            Kind kind = Kind.valueOf(text.substring(0, equals).toUpperCase(Locale.ROOT));
            boolean whole = kind.isOfTopology();
            int number = Integer.parseInt(text.substring(equals + 1, whole ? text.length() : dot));
            return new Change(kind, number, whole ? "" : text.substring(dot + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "change '" + text + "': expected KIND=TOPOLOGY.COMPONENT, such as drop=0.b3",
                    e);
        }
    }

    /** Returns all changes that make a draw simpler. */
    static List<Change> of(Draw draw) {
        List<Change> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int t = 0; t < draw.topologies().size(); t++) {
                if (kind.isOfTopology()) {
                    add(all, draw, new Change(kind, t, ""));
                    continue;
                }
                List<Part> parts = draw.topologies().get(t).parts();
                for (int p = parts.size() - 1; p >= 0; p--) {
                    add(all, draw, new Change(kind, t, parts.get(p).id()));
                }
            }
        }
        return all;
    }

    private static void add(List<Change> all, Draw draw, Change change) {
        try {
            if (!change.apply(draw).topologies().equals(draw.topologies())) {
                all.add(change);
            }
        } catch (IllegalArgumentException e) {
            // the change is not applicable
        }
    }

    /**
     * Returns the simplified draw.
     *
     * @throws IllegalArgumentException if there is no such topology or component, or it is needed
     */
    Draw apply(Draw draw) {
        List<RandomTopology> topologies = new ArrayList<>(draw.topologies());
        if (topology < 0 || topology >= topologies.size()) {
            throw new IllegalArgumentException(
                    this + ": there are " + topologies.size() + " topologies");
        }
        RandomTopology of = topologies.get(topology);
        if (kind == Kind.ONLY) {
            return draw.changed(List.of(of), this);
        }
        topologies.set(
                topology,
                kind == Kind.FULL
                        ? new RandomTopology(of.seed(), of.parts(), of.acked(), 0)
                        : changed(of));
        return draw.changed(topologies, this);
    }

    private RandomTopology changed(RandomTopology of) {
        Part part =
                of.parts().stream()
                        .filter(one -> one.id().equals(component))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                this + ": there is no such component"));
        if (kind == Kind.DROP) {
            if (part.isSpout() || !of.isLast(part) || of.parts().size() <= 2) {
                throw new IllegalArgumentException(this + ": others need it");
            }
            return of.with(component, null);
        }
        List<Input> shuffled =
                part.inputs().stream().map(i -> new Input(i.from(), Grouping.SHUFFLE)).toList();
        return of.with(
                component,
                new Part(
                        part.id(),
                        kind == Kind.SINGLE ? 1 : part.executors(),
                        kind == Kind.SINGLE ? 1 : part.tasks(),
                        part.microseconds(),
                        part.waits(),
                        kind == Kind.SAME ? 1 : part.copies(),
                        kind == Kind.QUIET ? 0 : part.ticks(),
                        part.windowMs(),
                        kind == Kind.SHUFFLE ? shuffled : part.inputs()));
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT)
                + "="
                + topology
                + (component.isEmpty() ? "" : "." + component);
    }
}
