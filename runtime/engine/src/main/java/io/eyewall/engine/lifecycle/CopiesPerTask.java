package io.eyewall.engine.lifecycle;

import io.eyewall.engine.hotpath.SpecializedClasses;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.generated.Grouping;

/**
 * Decides for each component of a topology whether every task gets its own specialized classes, or
 * all tasks share one set (decision 124). Used by the thread that assembles the topology.
 *
 * <p>In a copy for one task everything that the task works with is constant. But a sender to
 * several copies makes a call with as many receiver classes. The JIT compiler does not inline calls
 * with three or more receiver classes, and the processor predicts them only if one receiver gets
 * many tuples in a row. Each copy also has to be compiled, with everything that is inlined into it:
 * with hundreds of copies a topology would run in the interpreter for minutes.
 */
final class CopiesPerTask {
    /**
     * Maximum number of tasks with which a component always gets copies for each task: calls with
     * two receiver classes are inlined.
     */
    private static final int MAX_TASKS_WITH_COPIES = 2;

    /**
     * Maximum number of copies of one kind in a topology, not counting components of at most {@link
     * #MAX_TASKS_WITH_COPIES} tasks. A topology with more components has one set for all of them:
     * the compiler would be busy with their copies for long, and none of them is called often
     * (decision 131).
     */
    private static final int MAX_COPIES = 48;

    private final TopologyPlan plan;
    private final long componentCount;

    /** The sets that all components share: the key tells whether a set is for spouts or bolts. */
    private final Map<Boolean, SpecializedClasses> sharedByAllComponents = new HashMap<>();

    CopiesPerTask(TopologyPlan plan) {
        this.plan = plan;
        this.componentCount =
                plan.components().values().stream().filter(ComponentPlan::isUserDefined).count();
    }

    /**
     * Returns a supplier of the specialized classes of a component's tasks. Call {@code get} once
     * per task.
     */
    Supplier<SpecializedClasses> classesFor(ComponentPlan component) {
        boolean forSpouts = component.kind() == ComponentPlan.Kind.SPOUT;
        if (hasOwnCopies(component)) {
            return forSpouts
                    ? SpecializedClasses::forOneSpoutTask
                    : SpecializedClasses::forOneBoltTask;
        }
        SpecializedClasses shared = sharedClasses(forSpouts);
        return () -> shared;
    }

    /** Returns one set for a component, or one for all components if there are too many. */
    private SpecializedClasses sharedClasses(boolean forSpouts) {
        if (componentCount <= MAX_COPIES) {
            return create(forSpouts);
        }
        return sharedByAllComponents.computeIfAbsent(forSpouts, CopiesPerTask::create);
    }

    private static SpecializedClasses create(boolean forSpouts) {
        return forSpouts
                ? SpecializedClasses.forAllSpoutTasks()
                : SpecializedClasses.forAllBoltTasks();
    }

    /** Returns whether each task of a component has its own copies. */
    boolean hasOwnCopies(ComponentPlan component) {
        int tasks = component.taskIds().size();
        return (tasks <= MAX_TASKS_WITH_COPIES && componentCount <= MAX_COPIES)
                || (component.kind() == ComponentPlan.Kind.BOLT
                        && tasks * componentCount <= MAX_COPIES
                        && receivesRuns(component)
                        && sendsRuns(component));
    }

    /** Returns whether a bolt's inputs all come in runs: several tuples in a row for one task. */
    private boolean receivesRuns(ComponentPlan component) {
        return plan.components().values().stream()
                .flatMap(ComponentPlan::subscriptions)
                .filter(to -> to.targetComponentId().equals(component.componentId()))
                .allMatch(CopiesPerTask::isInRuns);
    }

    /** Returns whether all outputs of a bolt go in runs; true if no component subscribes to it. */
    private static boolean sendsRuns(ComponentPlan component) {
        return component.subscriptions().allMatch(CopiesPerTask::isInRuns);
    }

    private static boolean isInRuns(SubscriptionPlan subscription) {
        Grouping grouping = subscription.grouping();
        return grouping.is_set_shuffle() || grouping.is_set_local_or_shuffle();
    }
}
