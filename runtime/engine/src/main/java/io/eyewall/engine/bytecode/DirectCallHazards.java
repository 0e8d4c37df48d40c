package io.eyewall.engine.bytecode;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Examines the bytecode of components for code that makes it unsafe to call one component on the
 * stack of another's emit: see {@link LockedEmits}, {@link WaitsAndSignals} and {@link
 * ThreadValues}.
 *
 * <p>The search covers the methods that a component's own methods may call ({@link CallGraph}). It
 * errs on the side of reporting too much, but does not find everything: calls by reflection are not
 * followed; instead they are assumed to lead to any emit of the component. Objects that the
 * component holds, or that its code reads from static fields, belong to it ({@link ObjectClasses}),
 * so that the result depends on the time of the examination.
 *
 * <p>Not thread-safe. One instance serves one application at one point in time, because it reuses
 * its results for components that consist of the same classes.
 */
public final class DirectCallHazards {
    private final ClassFiles files;
    private final ObjectShapes shapes;
    private final Map<ComponentParts, Hazards> hazardsByParts = new HashMap<>();
    private final Map<ComponentParts, Optional<String>> threadStatesByParts = new HashMap<>();

    /**
     * The parts of a component; the key of the results. The record's components have types of the
     * JDK, because JDK 25 would keep an engine type alive: the JDK holds the code that computes a
     * record's hash code in a soft cache.
     *
     * @param names internal names of all classes
     * @param lambdas the lambdas whose objects identify their code
     * @param sites the sites where the other lambdas are created
     * @param own names of the classes that are the component's own
     * @param hasLockedCollection whether the component has a collection that locks itself
     */
    private record ComponentParts(
            Set<String> names,
            Set<HeldLambda> lambdas,
            Set<LambdaSite> sites,
            List<String> own,
            boolean hasLockedCollection) {
        ComponentParts(ObjectClasses objects, OwnCode own) {
            this(
                    Set.copyOf(objects.names()),
                    Set.copyOf(objects.lambdas()),
                    Set.copyOf(objects.sites()),
                    own.classes(),
                    objects.hasLockedCollection());
        }
    }

    /**
     * Creates an instance without results.
     *
     * @param loader the application's class loader
     */
    public DirectCallHazards(ClassLoader loader) {
        this(new ClassFiles(loader), new ObjectShapes());
    }

    private DirectCallHazards(ClassFiles files, ObjectShapes shapes) {
        this.files = files;
        this.shapes = shapes;
    }

    /**
     * Returns an instance for a later time, when fields may refer to other objects. It reuses the
     * class files that this instance has read.
     */
    public DirectCallHazards withFreshObjects() {
        return new DirectCallHazards(files, shapes);
    }

    /** Returns the number of examined components that consist of different classes. */
    int examinedCount() {
        return hazardsByParts.size();
    }

    /**
     * Returns where a component that consists of one object emits under a lock; empty if nowhere.
     */
    Optional<String> lockedEmit(Object component) {
        return examine(List.of(component)).lockedEmit();
    }

    /**
     * Examines a component.
     *
     * @param tasks the component's spouts or bolts
     */
    public Hazards examine(Collection<?> tasks) {
        ObjectClasses objects = ObjectClasses.of(tasks, shapes);
        OwnCode own = OwnCode.of(tasks, objects, files);
        ComponentParts parts = new ComponentParts(objects, own);
        Hazards hazards = hazardsByParts.get(parts);
        if (hazards == null) {
            hazards = findHazards(new CallGraph(files, objects), own);
            hazardsByParts.put(parts, hazards);
        }
        return hazards;
    }

    /**
     * Returns where a component's own code stores something in the thread that runs it; empty if
     * nowhere.
     *
     * @param tasks the component's spouts or bolts
     */
    public Optional<String> threadState(Collection<?> tasks) {
        ObjectClasses objects = ObjectClasses.of(tasks, shapes);
        OwnCode own = OwnCode.of(tasks, objects, files);
        return threadStatesByParts.computeIfAbsent(
                new ComponentParts(objects, own), key -> ThreadStateCode.find(objects, own, files));
    }

    private Hazards findHazards(CallGraph graph, OwnCode own) {
        Set<MethodCode> emitting = LockedEmits.emittingMethods(graph);
        WaitsAndSignals waitsAndSignals = new WaitsAndSignals(files, graph, own);
        return new Hazards(
                LockedEmits.find(graph, emitting, own),
                waitsAndSignals.signalsAfterEmits(emitting),
                waitsAndSignals.waits(),
                ThreadValues.find(graph, own, files));
    }
}
