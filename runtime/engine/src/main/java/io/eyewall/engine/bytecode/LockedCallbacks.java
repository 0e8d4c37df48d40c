package io.eyewall.engine.bytecode;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds emits in functions that are passed to a collection of the JDK which calls them while it
 * holds a lock of its own, as {@code ConcurrentHashMap.compute} and {@code Vector.forEach} do.
 * These collections are listed here, because the JDK's code is not examined.
 */
final class LockedCallbacks {
    /** Methods of maps that compute a value. */
    private static final Set<String> COMPUTING_METHODS =
            Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    /** Methods that iterate over a collection. */
    private static final Set<String> ITERATING_METHODS =
            Set.of("forEach", "removeIf", "replaceAll");

    /**
     * Maps that compute under a lock. Whether an object declared as {@code Map} does is unknown, so
     * it is assumed; few functions emit there. Maps that do not lock are usually called through
     * their own classes.
     */
    private static final Set<String> LOCKED_WHILE_COMPUTING =
            Set.of("java/util/concurrent/ConcurrentMap", "java/util/Hashtable");

    private static final String MAP = "java/util/Map";

    /** Collections that hold a lock while they iterate. */
    private static final Set<String> LOCKED_WHILE_ITERATING =
            Set.of(
                    "java/util/Vector",
                    "java/util/Hashtable",
                    "java/util/concurrent/ArrayBlockingQueue",
                    "java/util/concurrent/PriorityBlockingQueue");

    /**
     * Types of which an object may be a collection that locks while it iterates. They count only if
     * the component has such a collection.
     */
    private static final Set<String> MAYBE_LOCKED_WHILE_ITERATING =
            Set.of(
                    "java/lang/Iterable",
                    "java/util/Collection",
                    "java/util/List",
                    "java/util/Set",
                    "java/util/SortedSet",
                    "java/util/Queue",
                    "java/util/concurrent/BlockingQueue",
                    MAP,
                    "java/util/SortedMap");

    private static final String COLLECTIONS = "java/util/Collections";
    private static final String SYNCHRONIZED_PREFIX = "java.util.Collections$Synchronized";

    private final CallGraph graph;

    LockedCallbacks(CallGraph graph) {
        this.graph = graph;
    }

    /** Returns whether every method of a class of the JDK holds the object's lock. */
    static boolean isLockedCollection(Class<?> type) {
        return type.getName().startsWith(SYNCHRONIZED_PREFIX)
                || LOCKED_WHILE_ITERATING.contains(type.getName().replace('.', '/'));
    }

    /** Returns whether a call creates such a collection. */
    static boolean createsLockedCollection(MethodCall call) {
        return (call.owner().equals(COLLECTIONS) && call.name().startsWith("synchronized"))
                || (call.name().equals("<init>") && LOCKED_WHILE_ITERATING.contains(call.owner()));
    }

    /**
     * Returns the location of the first call that passes a function which may emit to a collection
     * that calls it under a lock.
     */
    Optional<String> firstLockedCall(MethodCode method, Set<MethodCode> emitting) {
        for (AbstractInsnNode each : method.node().instructions) {
            if (each instanceof MethodInsnNode call
                    && callsUnderLock(call)
                    && passesEmittingFunction(call, emitting)) {
                return Optional.of(method.locationOf(each));
            }
        }
        return Optional.empty();
    }

    private boolean callsUnderLock(MethodInsnNode call) {
        if (COMPUTING_METHODS.contains(call.name)) {
            return call.owner.equals(MAP) || graph.isOneOf(call.owner, LOCKED_WHILE_COMPUTING);
        }
        return ITERATING_METHODS.contains(call.name)
                && (graph.isOneOf(call.owner, LOCKED_WHILE_ITERATING)
                        || (MAYBE_LOCKED_WHILE_ITERATING.contains(call.owner)
                                && graph.hasLockedCollection()));
    }

    /**
     * Returns whether a call passes on a function that may emit. A lambda that is created right
     * before the call is that function; otherwise any function of a matching type counts.
     */
    private boolean passesEmittingFunction(MethodInsnNode call, Set<MethodCode> emitting) {
        if (call.getPrevious() instanceof InvokeDynamicInsnNode creation) {
            return MethodCall.of(creation).stream()
                    .anyMatch(
                            lambda ->
                                    lambda.isEmit()
                                            || graph.targets(lambda).stream()
                                                    .anyMatch(emitting::contains));
        }
        return Arrays.stream(Type.getArgumentTypes(call.desc))
                .filter(type -> type.getSort() == Type.OBJECT)
                .map(Type::getInternalName)
                .filter(name -> name.startsWith("java/util/function/"))
                .flatMap(name -> graph.codeImplementing(name).stream())
                .anyMatch(emitting::contains);
    }
}
