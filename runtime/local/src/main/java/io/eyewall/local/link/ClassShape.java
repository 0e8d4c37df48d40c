package io.eyewall.local.link;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Supertypes and members of a class, read from its class file; immutable.
 *
 * @param access the class's access flags
 * @param superName internal name of the superclass; null only for {@code java.lang.Object}
 * @param interfaces internal names of the direct interfaces
 * @param methods access flags of the methods, by name and descriptor
 * @param fields names of the fields
 */
public record ClassShape(
        int access,
        @Nullable String superName,
        List<String> interfaces,
        Map<String, Integer> methods,
        Set<String> fields) {
    /**
     * Reads a class file.
     *
     * @throws IOException if the stream fails
     * @throws RuntimeException if the stream is not a class file, or the class file is of a newer
     *     version of Java than ASM supports
     */
    public static ClassShape read(InputStream classFile) throws IOException {
        return read(new ClassReader(classFile));
    }

    /** Reads a class file. */
    static ClassShape read(ClassReader reader) {
        Map<String, Integer> methods = new HashMap<>();
        Set<String> fields = new HashSet<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        methods.put(name + descriptor, access);
                        return null;
                    }

                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            @Nullable Object value) {
                        fields.add(name);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassShape(
                reader.getAccess(),
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                methods,
                fields);
    }

    boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isAbstract() {
        return (access & Opcodes.ACC_ABSTRACT) != 0;
    }

    /** Returns the superclass, if there is one, then the interfaces. */
    List<String> supertypes() {
        List<String> supertypes = new ArrayList<>();
        if (superName != null) {
            supertypes.add(superName);
        }
        supertypes.addAll(interfaces);
        return supertypes;
    }

    /** Returns the shape of the class after it was rewritten. */
    ClassShape renamed(Renaming renaming) {
        Map<String, Integer> renamed = new HashMap<>();
        methods.forEach((method, flags) -> renamed.put(renameTypes(method, renaming), flags));
        return new ClassShape(
                access,
                superName == null ? null : renaming.className(superName),
                interfaces.stream().map(renaming::className).toList(),
                renamed,
                fields);
    }

    /**
     * Renames the types in a method's descriptor.
     *
     * @param method name and descriptor
     */
    static String renameTypes(String method, Renaming renaming) {
        int open = method.indexOf('(');
        return method.substring(0, open) + renaming.methodDescriptor(method.substring(open));
    }
}
