package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Follows code from some methods on through this module's own code and collects what it uses of
 * Storm: classes that are created, called, extended or named, and constant texts.
 *
 * <p>A class of ours is taken as a whole when it is created or named, else by the methods called.
 * For one thread, for one walk.
 */
final class CodeWalk {
    private static final String OURS = "io/eyewall/differential/";
    private static final String STORMS = "org/apache/storm/";

    /** Classes whose setters stand for configuration keys: what they contain counts as used. */
    private static final Set<String> SETTERS =
            Set.of(
                    "org/apache/storm/Config",
                    "org/apache/storm/topology/BaseConfigurationDeclarer",
                    "org/apache/storm/topology/base/BaseWindowedBolt",
                    "org/apache/storm/topology/base/BaseStatefulWindowedBolt");

    /** The interfaces through which builders' callers see {@code BaseConfigurationDeclarer}. */
    private static final Set<String> DECLARERS =
            Set.of(
                    "org/apache/storm/topology/ComponentConfigurationDeclarer",
                    "org/apache/storm/topology/BoltDeclarer",
                    "org/apache/storm/topology/SpoutDeclarer");

    private record Method(String owner, String name, String descriptor) {}

    private final ClassLoader loader = CodeWalk.class.getClassLoader();
    private final Map<String, ClassNode> nodes = new HashMap<>();
    private final Set<Object> seen = new HashSet<>();
    private final Deque<Method> open = new ArrayDeque<>();
    private final References references = new References();

    /** Adds a method, by the internal name of its class, and all that it leads to. */
    void method(String owner, String name, String descriptor) {
        reach(new Method(owner, name, descriptor));
        while (!open.isEmpty()) {
            Method next = open.remove();
            ClassNode node = node(next.owner());
            for (MethodNode method : node.methods) {
                if (method.name.equals(next.name()) && method.desc.equals(next.descriptor())) {
                    code(method, next.owner().startsWith(STORMS));
                }
            }
        }
    }

    References references() {
        return references;
    }

    private void reach(Method method) {
        if (seen.add(method)) {
            open.add(method);
        }
    }

    private ClassNode node(String name) {
        return nodes.computeIfAbsent(name, this::read);
    }

    private ClassNode read(String name) {
        try (InputStream bytes = loader.getResourceAsStream(name + ".class")) {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read class " + name, e);
        }
    }

    /**
     * @param textsOnly for a setter of Storm's: what else it uses is its own affair
     */
    private void code(MethodNode method, boolean textsOnly) {
        for (AbstractInsnNode step : method.instructions) {
            if (step instanceof LdcInsnNode constant) {
                constant(constant);
            } else if (step instanceof MethodInsnNode call) {
                call(call, textsOnly);
            } else if (!textsOnly) {
                other(step);
            }
        }
    }

    private void constant(LdcInsnNode constant) {
        if (constant.cst instanceof String text && !isOnlyRead(constant)) {
            references.texts().add(text);
        } else if (constant.cst instanceof Type type) {
            type(type);
        }
    }

    private static boolean isOnlyRead(LdcInsnNode key) {
        return key.getNext() instanceof MethodInsnNode call
                && call.owner.equals("java/util/Map")
                && (call.name.equals("get") || call.name.equals("containsKey"));
    }

    private void call(MethodInsnNode call, boolean textsOnly) {
        if (DECLARERS.contains(call.owner)) {
            setters("org/apache/storm/topology/BaseConfigurationDeclarer", call.name);
        } else if (SETTERS.contains(call.owner)) {
            setters(call.owner, call.name);
        }
        if (textsOnly) {
            return;
        }
        storms(call.owner);
        if (call.owner.startsWith(OURS)) {
            reach(new Method(call.owner, call.name, call.desc));
        }
    }

    /** By name alone: overloads lead to one another. */
    private void setters(String owner, String name) {
        for (MethodNode method : node(owner).methods) {
            if (method.name.equals(name) && !name.startsWith("<")) {
                reach(new Method(owner, name, method.desc));
            }
        }
    }

    private void other(AbstractInsnNode step) {
        if (step instanceof TypeInsnNode named) {
            type(Type.getObjectType(named.desc));
        } else if (step instanceof MultiANewArrayInsnNode array) {
            type(Type.getType(array.desc));
        } else if (step instanceof FieldInsnNode field) {
            storms(field.owner);
            type(Type.getType(field.desc));
        } else if (step instanceof InvokeDynamicInsnNode dynamic) {
            type(Type.getReturnType(dynamic.desc));
            for (Object argument : dynamic.bsmArgs) {
                // A record's methods name its fields here.
                if (argument instanceof Handle handle && handle.getDesc().startsWith("(")) {
                    storms(handle.getOwner());
                    if (handle.getOwner().startsWith(OURS)) {
                        reach(new Method(handle.getOwner(), handle.getName(), handle.getDesc()));
                    }
                    signature(handle.getDesc());
                }
            }
        }
    }

    private void signature(String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            type(type);
        }
        type(Type.getReturnType(descriptor));
    }

    private void type(Type type) {
        if (type.getSort() == Type.ARRAY) {
            type(type.getElementType());
        } else if (type.getSort() == Type.METHOD) {
            signature(type.getDescriptor());
        } else if (type.getSort() == Type.OBJECT) {
            storms(type.getInternalName());
            if (type.getInternalName().startsWith(OURS)) {
                whole(type.getInternalName());
            }
        }
    }

    private void storms(String internalName) {
        if (internalName.startsWith(STORMS)) {
            references.classes().add(StormClasses.importName(internalName));
        }
    }

    /** A class of ours: what it extends, what its methods are told, and what they do. */
    private void whole(String internalName) {
        ClassNode node = node(internalName);
        // A holder of static methods is named without being used.
        boolean isHolder =
                node.superName.equals("java/lang/Object")
                        && node.methods.stream()
                                .allMatch(
                                        method ->
                                                method.name.equals("<init>")
                                                        || (method.access & Opcodes.ACC_STATIC)
                                                                != 0);
        if (isHolder || !seen.add(internalName)) {
            return;
        }
        type(Type.getObjectType(node.superName));
        node.interfaces.forEach(name -> type(Type.getObjectType(name)));
        for (MethodNode method : node.methods) {
            signature(method.desc);
            reach(new Method(internalName, method.name, method.desc));
        }
    }
}
