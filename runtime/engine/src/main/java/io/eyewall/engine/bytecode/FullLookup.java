package io.eyewall.engine.bytecode;

import java.lang.invoke.MethodHandles;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Creates lookups by which nestmates of an application's classes can be defined. Only code of a
 * class's own module gets such a lookup, and each class loader has a module of its own; so a class
 * that returns its lookup is added to the package. Thread-safe.
 */
final class FullLookup {
    private static final String SUFFIX = "$EyewallLookup";
    private static final String LOOKUP_METHOD = "lookup";
    private static final String LOOKUP_DESCRIPTOR = "()Ljava/lang/invoke/MethodHandles$Lookup;";

    private FullLookup() {}

    /**
     * Returns a lookup with all access that a class itself has.
     *
     * @throws ReflectiveOperationException if the class's module is not open to us
     */
    static MethodHandles.Lookup lookupIn(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup own = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        if (own.hasFullPrivilegeAccess()) {
            return own;
        }
        MethodHandles.Lookup fromAdded =
                (MethodHandles.Lookup) addedClass(type, own).getMethod(LOOKUP_METHOD).invoke(null);
        return MethodHandles.privateLookupIn(type, fromAdded);
    }

    /**
     * Returns the class that is added to the package of {@code type}; defines it the first time.
     */
    private static synchronized Class<?> addedClass(Class<?> type, MethodHandles.Lookup own)
            throws IllegalAccessException {
        try {
            return Class.forName(type.getName() + SUFFIX, false, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            return own.defineClass(addedClassFile(type.getName().replace('.', '/') + SUFFIX));
        }
    }

    private static byte[] addedClassFile(String name) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER;
        writer.visit(
                Opcodes.V17, access | Opcodes.ACC_SYNTHETIC, name, null, "java/lang/Object", null);
        MethodVisitor code =
                writer.visitMethod(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                        LOOKUP_METHOD,
                        LOOKUP_DESCRIPTOR,
                        null,
                        null);
        code.visitCode();
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "java/lang/invoke/MethodHandles",
                LOOKUP_METHOD,
                LOOKUP_DESCRIPTOR,
                false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
