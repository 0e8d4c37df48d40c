package io.eyewall.sql.compiler;

import io.eyewall.sql.function.StepChain;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.operator.EachBolt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of one or more components. A caller may add steps until it requests the flow. The
 * spout of a source and operators that emit changes run the steps themselves; the steps behind
 * another operator run in one bolt. In this way a row passes through as few components as possible.
 */
final class Output {
    /** Adds the component that runs the steps to the topology. */
    interface ComponentAdder {
        /**
         * Adds the component and returns its output.
         *
         * @param name name of the first step
         * @param steps all steps as one; null if there are none
         */
        Flow<Object[]> add(String name, EachBolt.@Nullable Step<Object[], Object[]> steps);
    }

    private final ComponentAdder adder;
    private final boolean runsSteps;
    private List<String> components;
    private EachBolt.@Nullable Step<Object[], Object[]> steps;
    private @Nullable Flow<Object[]> flow;

    private Output(ComponentAdder adder, boolean runsSteps, List<String> components) {
        this.adder = adder;
        this.runsSteps = runsSteps;
        this.components = components;
    }

    /** Returns the output of components that run the steps themselves. */
    static Output withSteps(List<String> components, ComponentAdder adder) {
        return new Output(adder, true, components);
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
    String addStep(String name, EachBolt.Step<Object[], Object[]> step) {
        if (flow != null) {
            throw new IllegalStateException(
                    components + ": a step was added after the flow was requested");
        }
        if (runsSteps || steps != null) {
            steps = steps == null ? step : new StepChain(steps, step);
            return name + " in " + components;
        }
        steps = step;
        String description = name + " <- " + components;
        components = List.of(name);
        return description;
    }

    /** Returns the flow of the rows, with all steps applied. No step can be added afterwards. */
    Flow<Object[]> flow() {
        Flow<Object[]> created = flow;
        if (created == null) {
            created = adder.add(components.get(0), steps);
            flow = created;
        }
        return created;
    }
}
