package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A call as it stands in a class file. The creation of a lambda counts as a call of its code.
 *
 * @param owner internal name of the class or interface through which the method is called
 * @param name of the method
 * @param descriptor of the method
 */
record Call(String owner, String name, String descriptor) {
    private static final Set<String> EMITS = Set.of("emit", "emitDirect");
    private static final String COLLECTOR = "Collector";

    /** The calls that an instruction makes: none, or one, or as many as a lambda refers to. */
    static List<Call> of(AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode call) {
            return List.of(new Call(call.owner, call.name, call.desc));
        }
        if (!(instruction instanceof InvokeDynamicInsnNode dynamic)) {
            return List.of();
        }
        List<Call> calls = new ArrayList<>();
        for (Object argument : dynamic.bsmArgs) {
            if (argument instanceof Handle handle) {
                calls.add(new Call(handle.getOwner(), handle.getName(), handle.getDesc()));
            }
        }
        return calls;
    }

    /** Storm's collectors, and what applications derive from them, are all named so. */
    boolean isEmit() {
        return EMITS.contains(name) && owner.endsWith(COLLECTOR);
    }

    /** Name and descriptor. */
    String signature() {
        return name + descriptor;
    }
}
