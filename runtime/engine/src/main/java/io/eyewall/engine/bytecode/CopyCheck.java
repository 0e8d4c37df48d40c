package io.eyewall.engine.bytecode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
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
 * Checks whether a copy of a method in another class, a hidden nestmate, does the same as the
 * original: whether the copy may use the same classes, methods and fields, and finds the same ones.
 * For one thread.
 */
final class CopyCheck {
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";
    private static final String CONSTRUCTOR = "<init>";

    /**
     * Prefixes of classes whose methods do something else when they are called by another class.
     */
    private static final Set<String> CALLER_SENSITIVE =
            Set.of("java/lang/invoke/", "java/lang/reflect/", "java/lang/StackWalker");

    private final MethodHandles.Lookup lookup;
    private final ClassLoader loader;

    /**
     * @param lookup has the access of the copy's class
     * @param loader class loader of the original's class
     */
    CopyCheck(MethodHandles.Lookup lookup, ClassLoader loader) {
        this.lookup = lookup;
        this.loader = loader;
    }

    /** Returns whether a method consists of instructions that another class can have, too. */
    static boolean isCopyable(ClassNode owner, MethodNode method) {
        if (owner.version < Opcodes.V1_6 || (owner.access & Opcodes.ACC_INTERFACE) != 0) {
            return false; // has no stack map frames, or may have private interface methods
        }
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof InvokeDynamicInsnNode dynamic) {
                if (!dynamic.bsm.getOwner().equals(CONCATENATION)) {
                    return false; // a lambda's code is a private method of the original's class
                }
            } else if (each instanceof LdcInsnNode constant) {
                if (!(constant.cst instanceof Number || constant.cst instanceof String)) {
                    return false;
                }
            } else if (each instanceof MethodInsnNode call && !isCopyable(owner, call)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isCopyable(ClassNode owner, MethodInsnNode call) {
        if (CALLER_SENSITIVE.stream().anyMatch(call.owner::startsWith)) {
            return false;
        }
        return call.getOpcode() != Opcodes.INVOKESPECIAL
                || call.name.equals(CONSTRUCTOR)
                || isOwnPrivateCall(owner, call);
    }

    /** Returns whether an instruction calls a private method of its own class. */
    static boolean isOwnPrivateCall(ClassNode owner, AbstractInsnNode instruction) {
        return instruction.getOpcode() == Opcodes.INVOKESPECIAL
                && instruction instanceof MethodInsnNode call
                && call.owner.equals(owner.name)
                && owner.methods.stream()
                        .anyMatch(
                                method ->
                                        (method.access & Opcodes.ACC_PRIVATE) != 0
                                                && !method.name.equals(CONSTRUCTOR)
                                                && method.name.equals(call.name)
                                                && method.desc.equals(call.desc));
    }

    /** Returns whether the copy may use all classes, methods and fields that a method names. */
    boolean mayUseAllOf(MethodNode method) {
        try {
            for (AbstractInsnNode each : method.instructions) {
                checkAccess(each);
            }
            return true;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return false; // something is missing or not accessible, such as a protected method
        }
    }

    private void checkAccess(AbstractInsnNode instruction) throws ReflectiveOperationException {
        if (instruction instanceof MethodInsnNode call) {
            checkCall(call);
        } else if (instruction instanceof FieldInsnNode field) {
            checkField(field);
        } else if (instruction instanceof TypeInsnNode type) {
            findAccessible(type.desc);
        } else if (instruction instanceof MultiANewArrayInsnNode array) {
            findAccessible(array.desc);
        }
    }

    private void checkCall(MethodInsnNode call) throws ReflectiveOperationException {
        Class<?> owner = findAccessible(call.owner);
        MethodType type = MethodType.fromMethodDescriptorString(call.desc, loader);
        if (call.name.equals(CONSTRUCTOR)) {
            lookup.findConstructor(owner, type);
        } else if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            lookup.findStatic(owner, call.name, type);
        } else {
            lookup.findVirtual(owner, call.name, type);
        }
    }

    private void checkField(FieldInsnNode field) throws ReflectiveOperationException {
        Class<?> owner = findAccessible(field.owner);
        Class<?> type =
                MethodType.fromMethodDescriptorString("()" + field.desc, loader).returnType();
        switch (field.getOpcode()) {
            case Opcodes.GETSTATIC -> lookup.findStaticGetter(owner, field.name, type);
            case Opcodes.PUTSTATIC -> lookup.findStaticSetter(owner, field.name, type);
            case Opcodes.GETFIELD -> lookup.findGetter(owner, field.name, type);
            default -> lookup.findSetter(owner, field.name, type);
        }
    }

    private Class<?> findAccessible(String internalName) throws ReflectiveOperationException {
        String name = Type.getObjectType(internalName).getClassName();
        Class<?> found = Class.forName(binaryName(internalName), false, loader);
        if (!internalName.startsWith("[") && !found.getName().equals(name)) {
            // The loader maps this name to another class, as for applications of old Storm.
            throw new ClassNotFoundException(
                    "the class file names " + name + ", but the loader has " + found.getName());
        }
        return lookup.accessClass(found);
    }

    private static String binaryName(String internalName) {
        return internalName.replace('/', '.');
    }
}
