package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** A method that has code. Compared by identity. */
final class MethodCode {
    private final String owner;
    private final String sourceFile;
    private final MethodNode node;
    private final List<MethodCall> calls = new ArrayList<>();
    private final Set<String> instantiated = new LinkedHashSet<>();
    private final Set<StaticField> staticFieldsRead = new LinkedHashSet<>();
    private final Map<LambdaSite, Set<MethodCall>> lambdas = new LinkedHashMap<>();

    /**
     * Creates the description of a method.
     *
     * @param owner internal name of the class that declares the method
     * @param sourceFile name of that class's source file
     */
    MethodCode(String owner, String sourceFile, MethodNode node) {
        this.owner = owner;
        this.sourceFile = sourceFile;
        this.node = node;
        for (AbstractInsnNode each : node.instructions) {
            calls.addAll(MethodCall.of(each));
            if (each.getOpcode() == Opcodes.NEW) {
                instantiated.add(((TypeInsnNode) each).desc);
            } else if (each.getOpcode() == Opcodes.GETSTATIC) {
                addStatic((FieldInsnNode) each);
            } else if (each instanceof InvokeDynamicInsnNode creation) {
                lambdas.computeIfAbsent(
                                LambdaSite.of(owner, creation), key -> new LinkedHashSet<>())
                        .addAll(MethodCall.of(creation));
            }
        }
    }

    private void addStatic(FieldInsnNode read) {
        int sort = Type.getType(read.desc).getSort();
        if (sort == Type.OBJECT || sort == Type.ARRAY) {
            staticFieldsRead.add(fieldOf(read));
        }
    }

    /** Returns the internal name of the class that declares the method. */
    String owner() {
        return owner;
    }

    MethodNode node() {
        return node;
    }

    List<MethodCall> calls() {
        return calls;
    }

    /** Returns the internal names of the classes that the method instantiates. */
    Set<String> instantiatedClasses() {
        return instantiated;
    }

    /** Returns the static fields that the method reads, except those of primitive types. */
    Set<StaticField> staticFieldsRead() {
        return staticFieldsRead;
    }

    /** Returns the code of all lambdas that the method creates, by creation site. */
    Map<LambdaSite, Set<MethodCall>> lambdas() {
        return lambdas;
    }

    /** Returns the code of the lambdas that the method creates at a site. */
    Set<MethodCall> lambdasOf(LambdaSite site) {
        return lambdas.getOrDefault(site, Set.of());
    }

    String signature() {
        return node.name + node.desc;
    }

    boolean isSynchronized() {
        return (node.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    }

    /** Returns the location of the first call that meets a condition. */
    Optional<String> locationOfFirstCall(Predicate<MethodCall> condition) {
        if (calls.stream().anyMatch(condition)) {
            for (AbstractInsnNode each : node.instructions) {
                if (MethodCall.of(each).stream().anyMatch(condition)) {
                    return Optional.of(locationOf(each));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the location of the first read of a static field. */
    String locationOfRead(StaticField field) {
        for (AbstractInsnNode each : node.instructions) {
            if (each.getOpcode() == Opcodes.GETSTATIC
                    && field.equals(fieldOf((FieldInsnNode) each))) {
                return locationOf(each);
            }
        }
        return owner;
    }

    private static StaticField fieldOf(FieldInsnNode read) {
        return new StaticField(read.owner, read.name);
    }

    /** Returns the location of an instruction in the format of a stack trace. */
    String locationOf(AbstractInsnNode instruction) {
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
