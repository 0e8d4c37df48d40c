package io.eyewall.local.legacy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.trident.TridentTopology;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;

/**
 * Rewrites a class file: names of classes, strings that are such names, and calls of methods that
 * no longer exist. Stack sizes and frames stay valid, because a replacement takes and returns the
 * same types as the original call. Any thread may call.
 */
public final class LegacyTransformer {
    private static final int API = Opcodes.ASM9;
    private static final String LEGACY_CALLS = Type.getInternalName(LegacyCalls.class);
    private static final String SHELL_BOLT = Type.getInternalName(ShellBolt.class);
    private static final String SHELL_SPOUT = Type.getInternalName(ShellSpout.class);
    private static final List<String> SHELL_SPOUT_CALLS = List.of("activate", "deactivate");
    private static final String TRIDENT_TOPOLOGY = Type.getInternalName(TridentTopology.class);

    /** The descriptor of the methods that replace {@code newStream}. */
    private static final String NEW_STREAM_DESCRIPTOR =
            "(Lorg/apache/storm/trident/TridentTopology;Ljava/lang/String;Ljava/lang/Object;)"
                    + "Lorg/apache/storm/trident/Stream;";

    private static final String DESERIALIZE_LAMBDA = "$deserializeLambda$";

    private static final Map<String, String> REPLACEMENT_DESCRIPTORS =
            ReplacedCalls.replacementDescriptors(LegacyCalls.class);

    private final LegacyNames names;

    public LegacyTransformer(LegacyNames names) {
        this.names = names;
    }

    /** Returns whether calls of a method are replaced. All names are current names. */
    static boolean replaces(String owner, String name, String descriptor) {
        return REPLACEMENT_DESCRIPTORS.containsKey(
                        ReplacedCalls.key(false, owner, name, descriptor))
                || REPLACEMENT_DESCRIPTORS.containsKey(
                        ReplacedCalls.key(true, owner, name, descriptor))
                || newStreamReplacement(owner, name, descriptor) != null;
    }

    /**
     * Rewrites a class file.
     *
     * @param classFile a class file of the application, or of old Storm
     * @return the class file to define instead
     */
    public byte[] transform(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(new CallReplacer(writer), names.remapper()), 0);
        return writer.toByteArray();
    }

    /** Replaces calls; visited after the renaming, so it sees current names. */
    private final class CallReplacer extends ClassVisitor {
        /** Methods of a shell spout that the class does not override. */
        private final Set<String> missingOverrides = new TreeSet<>();

        CallReplacer(ClassVisitor next) {
            super(API, next);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            if (SHELL_SPOUT.equals(superName)) {
                missingOverrides.addAll(SHELL_SPOUT_CALLS);
            }
            super.visit(version, access, name, signature, superName, interfaces);
        }

        /**
         * Overrides {@link #SHELL_SPOUT_CALLS} with empty methods: scripts of Storm 0.x never
         * answer these commands, so the spout would wait for ever.
         */
        @Override
        public void visitEnd() {
            for (String name : missingOverrides) {
                MethodVisitor method =
                        super.visitMethod(Opcodes.ACC_PUBLIC, name, "()V", null, null);
                method.visitCode();
                method.visitInsn(Opcodes.RETURN);
                method.visitMaxs(0, 1);
                method.visitEnd();
            }
            super.visitEnd();
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                @Nullable Object value) {
            return super.visitField(access, name, descriptor, signature, mapIfClassName(value));
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            if (descriptor.equals("()V")) {
                missingOverrides.remove(name);
            }
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new InstructionReplacer(next, name.equals(DESERIALIZE_LAMBDA));
        }
    }

    private @Nullable Object mapIfClassName(@Nullable Object value) {
        return value instanceof String text ? names.mapIfClassName(text) : value;
    }

    /**
     * Returns the name of the method that replaces {@code newStream} for a spout with an old
     * interface; null for other calls.
     */
    private static @Nullable String newStreamReplacement(
            String owner, String name, String descriptor) {
        if (!name.equals("newStream") || !owner.equals(TRIDENT_TOPOLOGY)) {
            return null;
        }
        return switch (Type.getArgumentTypes(descriptor)[1].getInternalName()) {
            case "storm/trident/spout/IPartitionedTridentSpout" -> "newPartitionedStream";
            case "storm/trident/spout/IOpaquePartitionedTridentSpout" ->
                    "newOpaquePartitionedStream";
            default -> null;
        };
    }

    private final class InstructionReplacer extends MethodVisitor {
        private final boolean deserializesLambdas;

        InstructionReplacer(MethodVisitor next, boolean deserializesLambdas) {
            super(API, next);
            this.deserializesLambdas = deserializesLambdas;
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (deserializesLambdas && value instanceof String text) {
                super.visitLdcInsn(lambdaName(text));
            } else {
                super.visitLdcInsn(
                        value instanceof String text ? names.mapIfClassName(text) : value);
            }
        }

        /**
         * Maps a name in {@code $deserializeLambda$}, where javac's code compares constants with
         * the names in a serialized lambda, which are current names.
         */
        private String lambdaName(String text) {
            if (text.startsWith("(")) {
                return names.remapper().mapMethodDesc(text);
            }
            return text.indexOf('/') >= 0 ? names.mapInternalName(text) : text;
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("<init>")
                    && isShellComponent(owner)
                    && descriptor.equals("([Ljava/lang/String;)V")) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        LEGACY_CALLS,
                        "shellCommand",
                        "([Ljava/lang/String;)[Ljava/lang/String;",
                        false);
            }
            boolean isStatic = opcode == Opcodes.INVOKESTATIC;
            String replacementDescriptor =
                    opcode == Opcodes.INVOKESPECIAL
                            ? null
                            : REPLACEMENT_DESCRIPTORS.get(
                                    ReplacedCalls.key(isStatic, owner, name, descriptor));
            String newStreamMethod = newStreamReplacement(owner, name, descriptor);
            if (newStreamMethod != null) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        LEGACY_CALLS,
                        newStreamMethod,
                        NEW_STREAM_DESCRIPTOR,
                        false);
            } else if (replacementDescriptor == null && becomesInterfaceCall(opcode, owner)) {
                super.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, name, descriptor, true);
            } else if (replacementDescriptor == null) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            } else {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, LEGACY_CALLS, name, replacementDescriptor, false);
            }
        }

        /** Returns whether a call of a class's method becomes a call of an interface's method. */
        private boolean becomesInterfaceCall(int opcode, String owner) {
            return opcode == Opcodes.INVOKEVIRTUAL && owner.equals(LegacyNames.NIMBUS_IFACE);
        }

        private boolean isShellComponent(String owner) {
            return owner.equals(SHELL_BOLT) || owner.equals(SHELL_SPOUT);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] replaced =
                    Arrays.stream(arguments)
                            .map(arg -> arg instanceof Handle handle ? replace(handle) : arg)
                            .toArray();
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
        }

        private Handle replace(Handle handle) {
            boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
            String replacementDescriptor =
                    REPLACEMENT_DESCRIPTORS.get(
                            ReplacedCalls.key(
                                    isStatic,
                                    handle.getOwner(),
                                    handle.getName(),
                                    handle.getDesc()));
            if (handle.getTag() == Opcodes.H_INVOKEVIRTUAL
                    && handle.getOwner().equals(LegacyNames.NIMBUS_IFACE)) {
                return new Handle(
                        Opcodes.H_INVOKEINTERFACE,
                        handle.getOwner(),
                        handle.getName(),
                        handle.getDesc(),
                        true);
            }
            return replacementDescriptor == null || handle.getTag() == Opcodes.H_INVOKESPECIAL
                    ? handle
                    : new Handle(
                            Opcodes.H_INVOKESTATIC,
                            LEGACY_CALLS,
                            handle.getName(),
                            replacementDescriptor,
                            false);
        }
    }
}
