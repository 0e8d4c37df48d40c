package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** One method with code; compared by identity. */
final class MethodCode {
    private final String owner;
    private final String sourceFile;
    private final MethodNode node;
    private final List<Call> calls = new ArrayList<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Set<StaticField> statics = new LinkedHashSet<>();
    private final Map<LambdaSite, Set<Call>> lambdas = new LinkedHashMap<>();

    /**
     * @param owner internal name of the class that declares it
     * @param sourceFile of that class
     */
    MethodCode(String owner, String sourceFile, MethodNode node) {
        this.owner = owner;
        this.sourceFile = sourceFile;
        this.node = node;
        for (AbstractInsnNode each : node.instructions) {
            calls.addAll(Call.of(each));
            if (each.getOpcode() == Opcodes.NEW) {
                made.add(((TypeInsnNode) each).desc);
            } else if (each.getOpcode() == Opcodes.GETSTATIC) {
                addStatic((FieldInsnNode) each);
            } else if (each instanceof InvokeDynamicInsnNode maker) {
                lambdas.computeIfAbsent(LambdaSite.of(owner, maker), one -> new LinkedHashSet<>())
                        .addAll(Call.of(maker));
            }
        }
    }

    private void addStatic(FieldInsnNode read) {
        int sort = Type.getType(read.desc).getSort();
        if (sort == Type.OBJECT || sort == Type.ARRAY) {
            statics.add(new StaticField(read.owner, read.name));
        }
    }

    /** Internal name of the class that declares it. */
    String owner() {
        return owner;
    }

    MethodNode node() {
        return node;
    }

    List<Call> calls() {
        return calls;
    }

    /** Internal names of the classes that it makes objects of. */
    Set<String> made() {
        return made;
    }

    /** The static fields that it reads, but for numbers. */
    Set<StaticField> statics() {
        return statics;
    }

    /** The code of all lambdas that it makes, by where they are made. */
    Map<LambdaSite, Set<Call>> lambdas() {
        return lambdas;
    }

    /** The code of the lambdas that it makes at a site. */
    Set<Call> lambdasOf(LambdaSite site) {
        return lambdas.getOrDefault(site, Set.of());
    }

    String signature() {
        return node.name + node.desc;
    }

    boolean isSynchronized() {
        return (node.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    /** Where an instruction is, as in a stack trace. */
    String placeOf(AbstractInsnNode instruction) {
        int line = -1;
        for (AbstractInsnNode at = instruction; at != null; at = at.getPrevious()) {
            if (at instanceof LineNumberNode number) {
                line = number.line;
                break;
            }
        }
        return Type.getObjectType(owner).getClassName()
                + "."
                + node.name
                + "("
                + sourceFile
                + (line < 0 ? "" : ":" + line)
                + ")";
    }
}
