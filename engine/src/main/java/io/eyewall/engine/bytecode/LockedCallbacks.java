package io.eyewall.engine.bytecode;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds emits in functions that are handed to a collection of the JDK which calls them while it
 * holds a lock of its own, as {@code ConcurrentHashMap.compute} and {@code Vector.forEach} do. The
 * code of the JDK is not examined, so that these are listed.
 */
final class LockedCallbacks {
    /** Methods of maps that compute a value. */
    private static final Set<String> COMPUTE =
            Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    /** Methods that go through a collection. */
    private static final Set<String> GO_THROUGH = Set.of("forEach", "removeIf", "replaceAll");

    /**
     * Compute under a lock; of {@code Map} it can't be told, but few emit in there. Those that lock
     * nothing have classes of their own.
     */
    private static final Set<String> COMPUTING =
            Set.of("java/util/concurrent/ConcurrentMap", "java/util/Hashtable");

    private static final String MAP = "java/util/Map";

    /** Are gone through under a lock. */
    private static final Set<String> GONE_THROUGH =
            Set.of(
                    "java/util/Vector",
                    "java/util/Hashtable",
                    "java/util/concurrent/ArrayBlockingQueue",
                    "java/util/concurrent/PriorityBlockingQueue");

    /** May be such a collection, if the component has one. */
    private static final Set<String> MAYBE_GONE_THROUGH =
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
    private static final String LOCKED = "java.util.Collections$Synchronized";

    private final CallGraph graph;

    LockedCallbacks(CallGraph graph) {
        this.graph = graph;
    }

    /** Whether every method of a class of the JDK holds the object's lock. */
    static boolean isLockedCollection(Class<?> type) {
        return type.getName().startsWith(LOCKED)
                || GONE_THROUGH.contains(type.getName().replace('.', '/'));
    }

    /** Whether a call makes such a collection. */
    static boolean makesLockedCollection(Call call) {
        return (call.owner().equals(COLLECTIONS) && call.name().startsWith("synchronized"))
                || (call.name().equals("<init>") && GONE_THROUGH.contains(call.owner()));
    }

    /** The first place where a function is handed over that may emit. */
    Optional<String> firstEmitting(MethodCode method, Set<MethodCode> emitting) {
        for (AbstractInsnNode each : method.node().instructions) {
            if (each instanceof MethodInsnNode call
                    && callsUnderLock(call)
                    && handsOver(call, emitting)) {
                return Optional.of(method.placeOf(each));
            }
        }
        return Optional.empty();
    }

    private boolean callsUnderLock(MethodInsnNode call) {
        if (COMPUTE.contains(call.name)) {
            return call.owner.equals(MAP) || graph.isOneOf(call.owner, COMPUTING);
        }
        return GO_THROUGH.contains(call.name)
                && (graph.isOneOf(call.owner, GONE_THROUGH)
                        || (MAYBE_GONE_THROUGH.contains(call.owner)
                                && graph.hasLockedCollection()));
    }

    /** A lambda that is made right before the call is the one; else it may be any that fits. */
    private boolean handsOver(MethodInsnNode call, Set<MethodCode> emitting) {
        if (call.getPrevious() instanceof InvokeDynamicInsnNode maker) {
            return Call.of(maker).stream()
                    .anyMatch(
                            made ->
                                    made.isEmit()
                                            || graph.targets(made).stream()
                                                    .anyMatch(emitting::contains));
        }
        return Arrays.stream(Type.getArgumentTypes(call.desc))
                .filter(type -> type.getSort() == Type.OBJECT)
                .map(Type::getInternalName)
                .filter(name -> name.startsWith("java/util/function/"))
                .flatMap(name -> graph.implementing(name).stream())
                .anyMatch(emitting::contains);
    }
}
