package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds emits that happen while a lock is held: inside a synchronized method or block, between the
 * acquisition and the release of a lock or semaphore of {@code java.util.concurrent}, or in a
 * function that a collection of the JDK calls under a lock of its own ({@link LockedCallbacks}). A
 * receiver that is called directly, on the stack of such an emit, must not wait for anything that
 * needs the lock; on Storm it may.
 */
final class LockedEmits {
    private LockedEmits() {}

    /**
     * Returns where a component emits while a lock may be held; empty if nowhere.
     *
     * @param emitting the result of {@link #emittingMethods}
     * @param own the component's own code; a method of a library is taken to leave a lock held only
     *     if it is named like a method that acquires
     */
    static Optional<String> find(CallGraph graph, Set<MethodCode> emitting, OwnCode own) {
        if (emitting.isEmpty()) {
            return Optional.empty();
        }
        Map<MethodCode, Integer> leftHeld = locksLeftHeld(graph, own);
        LockedCallbacks callbacks = new LockedCallbacks(graph);
        for (MethodCode method : graph.methods()) {
            Optional<String> location =
                    mayHoldLocks(method, graph, leftHeld)
                            ? LockFlow.of(method, graph, leftHeld)
                                    .firstLocked(
                                            call ->
                                                    mayEmit(call, graph, emitting)
                                                            || (call.isReflective()
                                                                    && own.contains(method)))
                            : Optional.empty();
            if (location.isEmpty()) {
                location = callbacks.firstLockedCall(method, emitting);
            }
            if (location.isPresent()) {
                return location;
            }
        }
        return Optional.empty();
    }

    private static boolean mayEmit(MethodCall call, CallGraph graph, Set<MethodCode> emitting) {
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

    /** Returns the methods that emit or call one that does. */
    static Set<MethodCode> emittingMethods(CallGraph graph) {
        Set<MethodCode> emitting = new HashSet<>();
        for (MethodCode method : graph.methods()) {
            if (method.calls().stream().anyMatch(MethodCall::isEmit)) {
                emitting.add(method);
            }
        }
        graph.addCallers(emitting);
        return emitting;
    }

    /**
     * Returns how many more locks each method holds when it returns than when it was called; the
     * number is negative if the method releases its caller's locks. The first pass assumes that no
     * method releases a caller's lock, the second one finds those that do, and the third one
     * repeats the first with that knowledge and finds fewer locks left held.
     */
    private static Map<MethodCode, Integer> locksLeftHeld(CallGraph graph, OwnCode own) {
        Set<MethodCode> changing = new LinkedHashSet<>();
        for (MethodCode method : graph.methods()) {
            if (LockFlow.changesLocks(method, graph)) {
                changing.add(method);
            }
        }
        Map<MethodCode, Integer> leftHeld = new HashMap<>();
        addAcquired(leftHeld, changing, graph, own);
        addReleased(leftHeld, changing, graph, own);
        leftHeld.values().removeIf(locks -> locks > 0);
        addAcquired(leftHeld, changing, graph, own);
        return leftHeld;
    }

    private static void addAcquired(
            Map<MethodCode, Integer> leftHeld,
            Set<MethodCode> changing,
            CallGraph graph,
            OwnCode own) {
        spreadToCallers(
                changing,
                graph,
                method -> {
                    if (!own.contains(method) && !LockFlow.isNamedToAcquire(method)) {
                        return false;
                    }
                    int locks = LockFlow.of(method, graph, leftHeld).heldAtReturn();
                    boolean hasGrown = locks > Math.max(0, leftHeld.getOrDefault(method, 0));
                    if (hasGrown) { // terminates: the number is bounded
                        leftHeld.put(method, locks);
                    }
                    return hasGrown;
                });
    }

    private static void addReleased(
            Map<MethodCode, Integer> leftHeld,
            Set<MethodCode> changing,
            CallGraph graph,
            OwnCode own) {
        spreadToCallers(
                changing,
                graph,
                method -> {
                    if (!own.contains(method) && !LockFlow.isNamedToRelease(method)) {
                        return false;
                    }
                    int locks = -LockFlow.releasedOfCaller(method, graph, leftHeld);
                    boolean hasFallen = locks < Math.min(0, leftHeld.getOrDefault(method, 0));
                    if (hasFallen) {
                        leftHeld.put(method, locks);
                    }
                    return hasFallen;
                });
    }

    /**
     * Evaluates methods, and the callers of each one whose result changes, until none changes.
     *
     * @param changes evaluates a method; returns whether its result has changed
     */
    private static void spreadToCallers(
            Set<MethodCode> methods, CallGraph graph, Predicate<MethodCode> changes) {
        Queue<MethodCode> waiting = new ArrayDeque<>(methods);
        for (MethodCode method = waiting.poll(); method != null; method = waiting.poll()) {
            if (changes.test(method)) {
                waiting.addAll(graph.callersOf(method));
            }
        }
    }
}
