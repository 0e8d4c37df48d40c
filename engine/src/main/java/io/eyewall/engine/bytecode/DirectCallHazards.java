package io.eyewall.engine.bytecode;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Examines the bytecode of components for what makes it unsafe to call one on the stack of
 * another's emit: {@link LockedEmits} and {@link HandOvers}.
 *
 * <p>The methods are examined that the component's own may call ({@link CallGraph}). The search
 * finds too much rather than too little, but not everything: calls by reflection are not followed,
 * but may lead to any emit of the component. Objects that the component holds, or its code has in
 * static fields, belong to it ({@link ObjectClasses}): what they are depends on when it is asked.
 *
 * <p>Not thread-safe. One instance serves one application at one time, since it keeps what it has
 * found for others that consist of the same classes.
 */
public final class DirectCallHazards {
    private final ClassFiles files;
    private final ObjectShapes shapes;
    private final Map<Consists, Hazards> known = new HashMap<>();

    /**
     * What a component consists of. Its parts have types of the JDK, since one of the engine's
     * would be kept by JDK 25: what computes a record's hash code lies in a soft cache of the
     * JDK's.
     *
     * @param names internal names of all classes
     * @param lambdas those that tell which they are
     * @param sites where others are made
     * @param own names of the classes that are the component's own
     * @param hasLockedCollection whether there is a collection that locks itself
     */
    private record Consists(
            Set<String> names,
            Set<HeldLambda> lambdas,
            Set<LambdaSite> sites,
            List<String> own,
            boolean hasLockedCollection) {
        Consists(ObjectClasses objects, OwnCode own) {
            this(
                    Set.copyOf(objects.names()),
                    Set.copyOf(objects.lambdas()),
                    Set.copyOf(objects.sites()),
                    own.classes(),
                    objects.hasLockedCollection());
        }
    }

    /**
     * @param loader of the application
     */
    public DirectCallHazards(ClassLoader loader) {
        this(new ClassFiles(loader), new ObjectShapes());
    }

    private DirectCallHazards(ClassFiles files, ObjectShapes shapes) {
        this.files = files;
        this.shapes = shapes;
    }

    /** One for a later time, when objects hold something else; it need not read all again. */
    public DirectCallHazards later() {
        return new DirectCallHazards(files, shapes);
    }

    /** How many components it has examined that consist of different classes. */
    int examined() {
        return known.size();
    }

    /** Where a component of one object emits under a lock. */
    Optional<String> lockedEmit(Object component) {
        return of(List.of(component)).lockedEmit();
    }

    /**
     * Examines a component.
     *
     * @param tasks spouts or bolts of it
     */
    public Hazards of(Collection<?> tasks) {
        ObjectClasses objects = ObjectClasses.of(tasks, shapes);
        OwnCode own = OwnCode.of(tasks, objects, files);
        Consists consists = new Consists(objects, own);
        Hazards hazards = known.get(consists);
        if (hazards == null) {
            hazards = examine(new CallGraph(files, objects), own);
            known.put(consists, hazards);
        }
        return hazards;
    }

    private Hazards examine(CallGraph graph, OwnCode own) {
        Set<MethodCode> emitting = LockedEmits.emitting(graph);
        HandOvers handOvers = new HandOvers(files, graph, own);
        return new Hazards(
                LockedEmits.find(graph, emitting, own),
                handOvers.givenAfterEmits(emitting),
                handOvers.awaited());
    }
}
