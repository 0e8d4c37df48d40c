package io.eyewall.engine.bytecode;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
 * everything: calls by reflection and lambdas that are kept in maps are not followed.
 *
 * <p>Not thread-safe. One instance serves one application, since it keeps what it has read.
 */
public final class LockedEmits {
    private final ClassFiles files;

    /**
     * @param loader of the application
     */
    public LockedEmits(ClassLoader loader) {
        this.files = new ClassFiles(loader);
    }

    /**
     * Examines a component.
     *
     * @param component its spout or bolt
     * @return where it emits while a lock may be held, as "package.Class.method(File.java:12)";
     *     empty if nowhere
     */
    public Optional<String> find(Object component) {
        CallGraph graph = new CallGraph(files, ObjectClasses.of(component));
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
