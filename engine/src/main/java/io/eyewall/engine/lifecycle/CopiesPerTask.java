package io.eyewall.engine.lifecycle;

import io.eyewall.engine.executor.SpecializedClasses;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.generated.Grouping;

/**
 * Says which components of a topology get copies of the hot classes for each of their tasks, and
 * which one set for all (decision 124).
 *
 * <p>In a copy for one task all that the task works with is constant. But who sends to several
 * copies makes a call with as many classes of receivers, which the compiler does not inline from
 * the third on, and which the processor foresees only where one receiver gets many tuples in a row.
 * And each copy has to be compiled, with all that is inlined into it: a topology of hundreds would
 * run in the interpreter for minutes.
 */
final class CopiesPerTask {
    /** Whoever sends, a call with two classes of receivers is inlined. */
    private static final int ALWAYS = 2;

    /**
     * Copies of one kind in a topology, but for the components of {@link #ALWAYS} tasks or less. A
     * topology of more components has one set for all of them: the compiler would be at work on
     * their copies for long, and none is called often (decision 131).
     */
    private static final int MOST = 48;

    private final TopologyPlan plan;
    private final long components;

    /** By whether they are for spouts. */
    private final Map<Boolean, SpecializedClasses> ofAll = new HashMap<>();

    CopiesPerTask(TopologyPlan plan) {
        this.plan = plan;
        this.components = plan.components().values().stream().filter(ComponentPlan::isUser).count();
    }

    /** Gives each task of a component its copies; to be asked once per task. */
    Supplier<SpecializedClasses> of(ComponentPlan component) {
        boolean spout = component.kind() == ComponentPlan.Kind.SPOUT;
        if (hasThem(component)) {
            return spout ? SpecializedClasses::ofOneSpout : SpecializedClasses::ofOneBolt;
        }
        SpecializedClasses shared = shared(spout);
        return () -> shared;
    }

    /** One set for a component, or for all where there are so many. */
    private SpecializedClasses shared(boolean spout) {
        if (components <= MOST) {
            return made(spout);
        }
        return ofAll.computeIfAbsent(spout, CopiesPerTask::made);
    }

    private static SpecializedClasses made(boolean spout) {
        return spout ? SpecializedClasses.ofSpouts() : SpecializedClasses.ofBolts();
    }

    /** Whether each task of a component has copies of its own. */
    boolean hasThem(ComponentPlan component) {
        int tasks = component.taskIds().size();
        return (tasks <= ALWAYS && components <= MOST)
                || (component.kind() == ComponentPlan.Kind.BOLT
                        && tasks * components <= MOST
                        && getsRuns(component)
                        && sendsRuns(component));
    }

    /** Whether all that a bolt gets comes in runs. */
    private boolean getsRuns(ComponentPlan component) {
        return plan.components().values().stream()
                .flatMap(ComponentPlan::subscriptions)
                .filter(to -> to.targetComponentId().equals(component.componentId()))
                .allMatch(CopiesPerTask::goesInRuns);
    }

    /** Whether all that a bolt emits goes in runs, if to anybody. */
    private static boolean sendsRuns(ComponentPlan component) {
        return component.subscriptions().allMatch(CopiesPerTask::goesInRuns);
    }

    private static boolean goesInRuns(SubscriptionPlan subscription) {
        Grouping grouping = subscription.grouping();
        return grouping.is_set_shuffle() || grouping.is_set_local_or_shuffle();
    }
}
