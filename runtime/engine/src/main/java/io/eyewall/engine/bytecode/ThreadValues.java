package io.eyewall.engine.bytecode;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * Finds the thread-local values that a component's own code shares with other code of its thread:
 * values that a {@code ThreadLocal} in a static field computes, such as a buffer. A receiver that
 * is called within an emit has the same thread, and would overwrite a buffer that its caller
 * continues to use after the emit.
 */
final class ThreadValues {
    private static final String THREAD_LOCAL = "java/lang/ThreadLocal";
    private static final String INITIALIZER = "<clinit>()V";

    private final ClassFiles files;

    private ThreadValues(ClassFiles files) {
        this.files = files;
    }

    /**
     * Returns the fields, each with the location of code that reads it. A plain {@code ThreadLocal}
     * computes nothing: its values are stored, which {@link ThreadStateCode} finds.
     */
    static Map<StaticField, String> find(CallGraph graph, OwnCode own, ClassFiles files) {
        ThreadValues values = new ThreadValues(files);
        Map<StaticField, String> locations = new HashMap<>();
        for (MethodCode method : graph.methods()) {
            if (own.contains(method)) {
                for (StaticField field : method.staticFieldsRead()) {
                    if (ClassFiles.isCandidate(field.owner()) && values.computesValues(field)) {
                        locations.putIfAbsent(field, method.locationOfRead(field));
                    }
                }
            }
        }
        return locations;
    }

    private boolean computesValues(StaticField field) {
        Object value = files.staticValue(field);
        return value == null
                ? willComputeValues(field)
                : value instanceof ThreadLocal && value.getClass() != ThreadLocal.class;
    }

    /**
     * Returns whether a field of a class that is not initialized yet will hold a {@code
     * ThreadLocal} that computes its values.
     */
    private boolean willComputeValues(StaticField field) {
        MethodCode initializer =
                files.read(field.owner()).map(code -> code.methods().get(INITIALIZER)).orElse(null);
        return initializer != null
                && isThreadLocal(typeOf(field, initializer))
                && (initializer.calls().stream().anyMatch(ThreadValues::isWithInitial)
                        || initializer.instantiatedClasses().stream().anyMatch(this::isSubclass));
    }

    private static @Nullable String typeOf(StaticField field, MethodCode initializer) {
        for (AbstractInsnNode each : initializer.node().instructions) {
            if (each.getOpcode() == Opcodes.PUTSTATIC
                    && ((FieldInsnNode) each).name.equals(field.name())) {
                return Type.getType(((FieldInsnNode) each).desc).getInternalName();
            }
        }
        return null;
    }

    private static boolean isWithInitial(MethodCall call) {
        return call.owner().equals(THREAD_LOCAL) && call.name().equals("withInitial");
    }

    private boolean isThreadLocal(@Nullable String type) {
        return type != null && files.lineage(type).contains(THREAD_LOCAL);
    }

    private boolean isSubclass(String type) {
        return !type.equals(THREAD_LOCAL) && isThreadLocal(type);
    }
}
