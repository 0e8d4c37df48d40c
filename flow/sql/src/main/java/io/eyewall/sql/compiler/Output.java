package io.eyewall.sql.compiler;

import io.eyewall.sql.function.StepChain;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.operator.EachBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of one or more components. A caller may add steps until it requests the flow. The
 * spout of a source runs the steps itself; behind other operators one bolt runs all steps. A row is
 * therefore handed between as few components as possible.
 */
final class Output {
    /** Adds the component that runs the steps to the topology. */
    interface Adding {
        /**
         * Adds the component and returns its output.
         *
         * @param name name of the first step
         * @param steps all steps as one; null if there are none
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

    /** Returns the output of a source, which runs the steps itself. */
    static Output ofSource(String name, Adding adding) {
        return new Output(adding, true, List.of(name));
    }

    /**
     * Returns the output of operators.
     *
     * @param tasks number of tasks of the bolt that runs the steps
     */
    static Output of(Flow<Object[]> flow, List<String> components, int tasks) {
        return new Output(
                (name, steps) -> steps == null ? flow : flow.tasks(tasks).each(name, steps),
                false,
                components);
    }

    /** Returns the names of the components that emit; several after UNION ALL. */
    List<String> components() {
        return components;
    }

    /**
     * Adds a step that processes each row.
     *
     * @param name name of the step, and of its bolt if it needs one
     * @return the step's name and the component that runs it, for explanations
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

    /** Returns the flow of the rows, with all steps applied. No step can be added afterwards. */
    Flow<Object[]> flow() {
        Flow<Object[]> made = flow;
        if (made == null) {
            made = adding.add(components.get(0), steps);
            flow = made;
        }
        return made;
    }
}
