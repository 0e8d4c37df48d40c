package io.eyewall.engine.bytecode;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds emits that happen while a lock is held: inside a synchronized method or block, or between
 * the acquisition of a lock or semaphore of {@code java.util.concurrent} and its release. If the
 * receiver of such an emit is called directly, on the stack of the emit, it must not wait for
 * anything that needs the lock; on Storm it may.
 *
 * <p>The methods are examined that the component's own may call ({@link CallGraph}). A call counts
 * as an emit if it may lead to one. The search finds too much rather than too little, but not
 * everything: calls by reflection are not followed. Objects that the component holds, or its code
 * has in static fields, belong to it ({@link ObjectClasses}): what they are depends on when it is
 * asked.
 *
 * <p>Not thread-safe. One instance serves one application at one time, since it keeps what it has
 * found for others that consist of the same classes.
 */
public final class LockedEmits {
    private final ClassFiles files;
    private final ObjectShapes shapes;
    private final Map<ObjectClasses.Found, Optional<String>> known = new HashMap<>();

    /**
     * @param loader of the application
     */
    public LockedEmits(ClassLoader loader) {
        this(new ClassFiles(loader), new ObjectShapes());
    }

    private LockedEmits(ClassFiles files, ObjectShapes shapes) {
        this.files = files;
        this.shapes = shapes;
    }

    /** One for a later time, when objects hold something else; it need not read all again. */
    public LockedEmits later() {
        return new LockedEmits(files, shapes);
    }

    /** How many components it has examined that consist of different classes. */
    int examined() {
        return known.size();
    }

    /** Examines a component of one object. */
    Optional<String> find(Object component) {
        return findInAny(List.of(component));
    }

    /**
     * Examines a component.
     *
     * @param tasks spouts or bolts of it
     * @return where it emits while a lock may be held, as "package.Class.method(File.java:12)";
     *     empty if nowhere
     */
    public Optional<String> findInAny(Collection<?> tasks) {
        ObjectClasses objects = ObjectClasses.of(tasks, shapes);
        ObjectClasses.Found found = objects.found();
        Optional<String> place = known.get(found);
        if (place == null) {
            place = examine(new CallGraph(files, objects));
            known.put(found, place);
        }
        return place;
    }

    private static Optional<String> examine(CallGraph graph) {
        Set<MethodCode> emitting = emitting(graph);
        if (emitting.isEmpty()) {
            return Optional.empty();
        }
        Map<MethodCode, Integer> leftHeld = locksLeftHeld(graph);
        for (MethodCode method : graph.methods()) {
            Optional<String> place =
                    mayHoldLocks(method, graph, leftHeld)
                            ? LockFlow.of(method, graph, leftHeld)
                                    .firstLocked(call -> mayEmit(call, graph, emitting))
                            : Optional.empty();
            if (place.isPresent()) {
                return place;
            }
        }
        return Optional.empty();
    }

    private static boolean mayEmit(Call call, CallGraph graph, Set<MethodCode> emitting) {
        return call.isEmit() || graph.targets(call).stream().anyMatch(emitting::contains);
    }

    private static boolean mayHoldLocks(
            MethodCode method, CallGraph graph, Map<MethodCode, Integer> leftHeld) {
        return method.isSynchronized()
                || LockFlow.changesLocks(method)
                || (!leftHeld.isEmpty()
                        && method.calls().stream()
                                .flatMap(call -> graph.targets(call).stream())
                                .anyMatch(leftHeld::containsKey));
    }

    /** Methods that emit, or call one that does. */
    private static Set<MethodCode> emitting(CallGraph graph) {
        Set<MethodCode> emitting = new HashSet<>();
        for (MethodCode method : graph.methods()) {
            if (method.calls().stream().anyMatch(Call::isEmit)) {
                emitting.add(method);
            }
        }
        graph.addCallers(emitting);
        return emitting;
    }

    /** How many more locks are held when a method returns than when it was called. */
    private static Map<MethodCode, Integer> locksLeftHeld(CallGraph graph) {
        Map<MethodCode, Integer> leftHeld = new HashMap<>();
        Set<MethodCode> waiting = new LinkedHashSet<>();
        for (MethodCode method : graph.methods()) {
            if (LockFlow.changesLocks(method)) {
                waiting.add(method);
            }
        }
        while (!waiting.isEmpty()) {
            MethodCode method = waiting.iterator().next();
            waiting.remove(method);
            int atReturn = LockFlow.of(method, graph, leftHeld).heldAtReturn();
            if (atReturn > leftHeld.getOrDefault(method, 0)) { // ends: there is a most
                leftHeld.put(method, atReturn);
                waiting.addAll(graph.callersOf(method));
            }
        }
        return leftHeld;
    }
}
