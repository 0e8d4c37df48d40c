package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call as a class file contains it. The creation of a lambda counts as a call of the lambda's
 * code.
 *
 * @param owner internal name of the class or interface through which the method is called
 * @param name name of the method
 * @param descriptor descriptor of the method
 */
record MethodCall(String owner, String name, String descriptor) {
    private static final Set<String> EMITS = Set.of("emit", "emitDirect");
    private static final String COLLECTOR = "Collector";
    private static final String METHOD_HANDLE = "java/lang/invoke/MethodHandle";
    private static final Set<String> REFLECTIVE =
            Set.of(
                    METHOD_HANDLE,
                    "java/lang/reflect/Method",
                    "java/lang/reflect/InvocationHandler");

    /** Returns the calls that an instruction makes: none, one, or all that a lambda refers to. */
    static List<MethodCall> of(AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode call) {
            return List.of(new MethodCall(call.owner, call.name, call.desc));
        }
        if (!(instruction instanceof InvokeDynamicInsnNode dynamic)) {
            return List.of();
        }
        if (!dynamic.bsm.getOwner().startsWith("java/")) { // of a language that links at run time
            return List.of(new MethodCall(METHOD_HANDLE, "invoke", dynamic.desc));
        }
        List<MethodCall> calls = new ArrayList<>();
        for (Object argument : dynamic.bsmArgs) {
            if (argument instanceof Handle handle) {
                calls.add(new MethodCall(handle.getOwner(), handle.getName(), handle.getDesc()));
            }
        }
        return calls;
    }

    /**
     * Returns whether the call is an emit. The names of Storm's collectors, and of the classes that
     * applications derive from them, all end in "Collector".
     */
    boolean isEmit() {
        return EMITS.contains(name) && owner.endsWith(COLLECTOR);
    }

    /** Returns whether only the call's arguments determine the method that is called. */
    boolean isReflective() {
        return REFLECTIVE.contains(owner) && name.startsWith("invoke");
    }

    /** Returns the method's name and descriptor. */
    String signature() {
        return name + descriptor;
    }
}
