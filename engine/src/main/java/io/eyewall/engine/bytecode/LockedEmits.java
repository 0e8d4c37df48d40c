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
 */
final class LockedEmits {
    private LockedEmits() {}

    /**
     * Where a component emits while a lock may be held; empty if nowhere.
     *
     * @param emitting as {@link #emitting}
     */
    static Optional<String> find(CallGraph graph, Set<MethodCode> emitting) {
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
                || LockFlow.changesLocks(method, graph)
                || (!leftHeld.isEmpty()
                        && method.calls().stream()
                                .flatMap(call -> graph.targets(call).stream())
                                .anyMatch(leftHeld::containsKey));
    }

    /** Methods that emit, or call one that does. */
    static Set<MethodCode> emitting(CallGraph graph) {
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
            if (LockFlow.changesLocks(method, graph)) {
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
