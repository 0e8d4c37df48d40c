package io.eyewall.sql.compiler;

import io.eyewall.sql.function.StepChain;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.operator.EachBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of components. Steps may be added until the flow is asked for: they are done where a
 * source is read, or behind another operator all in one bolt, so that a row is handed from
 * component to component as seldom as can be.
 */
final class Output {
    /** Adds the component to the topology. */
    interface Adding {
        /**
         * @param name of the first step
         * @param steps all in one; null if there is none
         */
        Flow<Object[]> add(String name, EachBolt.@Nullable Step<Object[], Object[]> steps);
    }

    private final Adding adding;
    private final boolean ofSource;
    private List<String> components;
    private EachBolt.@Nullable Step<Object[], Object[]> steps;
    private @Nullable Flow<Object[]> flow;

    private Output(Adding adding, boolean ofSource, List<String> components) {
        this.adding = adding;
        this.ofSource = ofSource;
        this.components = components;
    }

    /** Of a source, which does steps itself. */
    static Output ofSource(String name, Adding adding) {
        return new Output(adding, true, List.of(name));
    }

    /**
     * Of operators.
     *
     * @param tasks of the bolt that does steps
     */
    static Output of(Flow<Object[]> flow, List<String> components, int tasks) {
        return new Output(
                (name, steps) -> steps == null ? flow : flow.tasks(tasks).each(name, steps),
                false,
                components);
    }

    /** Returns the components that emit; several after UNION ALL. */
    List<String> components() {
        return components;
    }

    /**
     * Does something with each row.
     *
     * @param name of the step, and of the bolt if it needs one
     * @return the name and where it is done, for explanations
     */
    String then(String name, EachBolt.Step<Object[], Object[]> step) {
        if (flow != null) {
            throw new IllegalStateException(components + " have been asked for their rows");
        }
        if (ofSource || steps != null) {
            steps = steps == null ? step : new StepChain(steps, step);
            return name + " in " + components;
        }
        steps = step;
        String where = name + " <- " + components;
        components = List.of(name);
        return where;
    }

    /** The rows, with all steps. */
    Flow<Object[]> flow() {
        Flow<Object[]> made = flow;
        if (made == null) {
            made = adding.add(components.get(0), steps);
            flow = made;
        }
        return made;
    }
}
