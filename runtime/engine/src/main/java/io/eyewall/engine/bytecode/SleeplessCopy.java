package io.eyewall.engine.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A copy of a {@code nextTuple} that requests the sleeps with which the method begins or ends
 * ({@link EdgeSleeps}) from its caller instead of sleeping. The copy is a static method of a hidden
 * class that is a nestmate of the spout's class, so that it may use all that the original may use;
 * the spout's own class stays as it is. Thread-safe.
 *
 * <p>The copy's second argument is an array of {@link #LENGTH} numbers, in which the caller passes
 * the state to the copy, and the copy returns its request.
 */
public final class SleeplessCopy {
    /** Length of the array. */
    public static final int LENGTH = 3;

    /**
     * Index of the state: before the call {@link #NOT_SLEPT} or {@link #SLEPT}, and after it one of
     * these, {@link #SLEEP_BEFORE} or {@link #SLEEP_AFTER}.
     */
    public static final int STATE = 0;

    /**
     * Index of the duration of the sleep that the copy requests, in nanoseconds. Negative only if
     * the original throws an exception for a negative duration.
     */
    public static final int DURATION_NS = 1;

    /** Index of the source line that the copy has reached; 0 if it has no line numbers. */
    public static final int LINE = 2;

    /** The spout has not slept before this call. */
    public static final long NOT_SLEPT = 0;

    /** The sleep at the beginning of the method is over. */
    public static final long SLEPT = 1;

    /** The copy has done nothing and requests to be called again after a sleep. */
    public static final long SLEEP_BEFORE = 2;

    /**
     * The copy has done all but the sleep with which the original ends, and requests that sleep.
     */
    public static final long SLEEP_AFTER = 3;

    /** Maximum number of causes whose stack traces are changed; a chain may be a cycle. */
    private static final int MAX_CAUSES = 20;

    private static final String OWN_NAME = SleeplessCopy.class.getName();
    private static final String NEXT_TUPLE = "nextTuple";
    private static final String NO_ARGUMENTS = "()V";
    private static final String TIME_UNIT = "java/util/concurrent/TimeUnit";
    private static final String OBJECT = "java/lang/Object";
    private static final String CONSUMER = "java/util/function/BiConsumer";
    private static final String CONSTRUCTOR = "<init>";

    /** Type descriptor of the array of numbers. */
    private static final String NUMBERS = "[J";

    /** Index of the local variable of the copy that holds the array; 0 is the spout. */
    private static final int NUMBERS_VARIABLE = 1;

    private static final ClassValue<Optional<SleeplessCopy>> COPIES =
            new ClassValue<>() {
                @Override
                protected Optional<SleeplessCopy> computeValue(Class<?> declaring) {
                    return create(declaring);
                }
            };

    private final BiConsumer<Object, Object> call;
    private final String className;
    private final @Nullable String sourceFile;

    private SleeplessCopy(
            BiConsumer<Object, Object> call, String className, @Nullable String sourceFile) {
        this.call = call;
        this.className = className;
        this.sourceFile = sourceFile;
    }

    /**
     * Returns the copy of the {@code nextTuple} that a spout of the given class has. Empty if it
     * neither begins nor ends with a sleep, or can't be copied.
     */
    public static Optional<SleeplessCopy> of(Class<?> spoutClass) {
        for (Class<?> each = spoutClass; each != null; each = each.getSuperclass()) {
            if (declaresNextTuple(each)) {
                return COPIES.get(each);
            }
        }
        return Optional.empty();
    }

    private static boolean declaresNextTuple(Class<?> spoutClass) {
        try {
            return Arrays.stream(spoutClass.getDeclaredMethods())
                    .anyMatch(
                            each ->
                                    each.getName().equals(NEXT_TUPLE)
                                            && each.getParameterCount() == 0);
        } catch (LinkageError e) {
            return true; // a class that it mentions is missing: making a copy fails, too
        }
    }

    /**
     * Calls the copy. Throws what the original would throw, with a stack trace that shows the
     * original.
     *
     * @param numbers see {@link #STATE}
     */
    public void call(Object spout, long[] numbers) {
        try {
            call.accept(spout, numbers);
            if (isRefused(numbers)) {
                throw new IllegalArgumentException("timeout value is negative"); // as Thread.sleep
            }
        } catch (Throwable thrown) {
            showOriginal(thrown, numbers);
            throw thrown; // perhaps a checked exception, in languages that do not check them
        }
    }

    /** Returns whether the copy requests a sleep of a duration for which the original throws. */
    private static boolean isRefused(long[] numbers) {
        return numbers[STATE] >= SLEEP_BEFORE && numbers[DURATION_NS] < 0;
    }

    /**
     * Adds the frame of the original to stack traces, since frames of hidden classes are hidden.
     */
    private void showOriginal(Throwable thrown, long[] numbers) {
        int line = numbers[LINE] == 0 ? -1 : (int) numbers[LINE];
        StackTraceElement original = new StackTraceElement(className, NEXT_TUPLE, sourceFile, line);
        int depth = 0;
        for (Throwable each = thrown; each != null && depth < MAX_CAUSES; each = each.getCause()) {
            StackTraceElement[] trace = each.getStackTrace();
            int at = 0;
            while (at < trace.length && !trace[at].getClassName().equals(OWN_NAME)) {
                at++;
            }
            if (at < trace.length) {
                StackTraceElement[] shown = new StackTraceElement[trace.length + 1];
                System.arraycopy(trace, 0, shown, 0, at);
                shown[at] = original;
                System.arraycopy(trace, at, shown, at + 1, trace.length - at);
                each.setStackTrace(shown);
            }
            depth++;
        }
    }

    private static Optional<SleeplessCopy> create(Class<?> declaring) {
        try {
            ClassNode original = read(declaring);
            MethodNode method = findNextTuple(original);
            List<EdgeSleeps.Sleep> sleeps = method == null ? List.of() : EdgeSleeps.find(method);
            if (method == null || sleeps.isEmpty() || !CopyCheck.isCopyable(original, method)) {
                return Optional.empty();
            }
            byte[] classFile = classFileOfCopy(original, method, sleeps);
            MethodHandles.Lookup lookup =
                    FullLookup.lookupIn(declaring)
                            .defineHiddenClass(
                                    classFile, false, MethodHandles.Lookup.ClassOption.NESTMATE);
            if (!new CopyCheck(lookup, declaring.getClassLoader()).mayUseAllOf(method)) {
                return Optional.empty();
            }
            return Optional.of(
                    new SleeplessCopy(
                            instantiate(lookup), declaring.getName(), original.sourceFile));
        } catch (IOException | ReflectiveOperationException | LinkageError | RuntimeException e) {
            return Optional.empty(); // an unreadable or unusual class: its spout sleeps itself
        }
    }

    @SuppressWarnings("unchecked")
    private static BiConsumer<Object, Object> instantiate(MethodHandles.Lookup lookup)
            throws ReflectiveOperationException {
        Constructor<?> constructor = lookup.lookupClass().getDeclaredConstructor();
        constructor.setAccessible(true); // the class is not public
        return (BiConsumer<Object, Object>) constructor.newInstance();
    }

    private static ClassNode read(Class<?> declaring) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(classFileOf(declaring)).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    private static byte[] classFileOf(Class<?> declaring) throws IOException {
        if (declaring.getClassLoader() instanceof RewritingLoader loader) {
            return loader.rewritten(declaring.getName());
        }
        String file = declaring.getName().replace('.', '/') + ".class";
        try (InputStream in = declaring.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " not found");
            }
            return in.readAllBytes();
        }
    }

    private static @Nullable MethodNode findNextTuple(ClassNode original) {
        for (MethodNode each : original.methods) {
            if (each.name.equals(NEXT_TUPLE) && each.desc.equals(NO_ARGUMENTS)) {
                return each;
            }
        }
        return null;
    }

    // ---- the class file ---------------------------------------------------------------------

    private static byte[] classFileOfCopy(
            ClassNode original, MethodNode method, List<EdgeSleeps.Sleep> sleeps) {
        InsnList code = method.instructions;
        for (AbstractInsnNode each : code.toArray()) {
            if (each instanceof VarInsnNode variable && variable.var >= NUMBERS_VARIABLE) {
                variable.var++;
            } else if (each instanceof IincInsnNode increment) {
                increment.var++;
            } else if (each instanceof FrameNode frame) {
                frame.local.add(NUMBERS_VARIABLE, NUMBERS);
            } else if (each instanceof LineNumberNode line) {
                AbstractInsnNode next = line.getNext();
                code.insert(next instanceof FrameNode ? next : line, setLine(line.line));
            } else if (CopyCheck.isOwnPrivateCall(original, each)) {
                ((MethodInsnNode) each).setOpcode(Opcodes.INVOKEVIRTUAL); // as nestmates call
            }
        }
        for (EdgeSleeps.Sleep each : sleeps) {
            code.insert(each.call(), requestOf(each, original.name));
            code.remove(each.call());
        }
        String name = original.name + "$Sleepless";
        String type = "(L" + original.name + ";" + NUMBERS + ")V";
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(
                original.version,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                name,
                null,
                OBJECT,
                new String[] {CONSUMER});
        writeConstructor(writer);
        writeAccept(writer, name, original.name, type);
        MethodNode copied = new MethodNode(Opcodes.ACC_STATIC, NEXT_TUPLE, type, null, null);
        copied.instructions = code;
        copied.tryCatchBlocks = method.tryCatchBlocks;
        copied.accept(writer);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeConstructor(ClassWriter writer) {
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC, CONSTRUCTOR, NO_ARGUMENTS, null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, CONSTRUCTOR, NO_ARGUMENTS, false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Writes the method by which the copy is called: {@code BiConsumer.accept}. */
    private static void writeAccept(
            ClassWriter writer, String name, String spoutName, String type) {
        MethodVisitor code =
                writer.visitMethod(
                        Opcodes.ACC_PUBLIC,
                        "accept",
                        "(Ljava/lang/Object;Ljava/lang/Object;)V",
                        null,
                        null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, spoutName);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitTypeInsn(Opcodes.CHECKCAST, NUMBERS);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, name, NEXT_TUPLE, type, false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /**
     * Returns the code that replaces a sleep and requests it; the duration is on the stack, above
     * the unit if there is one.
     *
     * @param owner internal name of the spout's class
     */
    private static InsnList requestOf(EdgeSleeps.Sleep sleep, String owner) {
        InsnList code = new InsnList();
        if (!sleep.refusesNegative()) {
            code.add(new InsnNode(Opcodes.LCONST_0));
            code.add(
                    new MethodInsnNode(
                            Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(JJ)J", false));
        }
        if (!sleep.hasUnit()) {
            code.add(
                    new FieldInsnNode(
                            Opcodes.GETSTATIC, TIME_UNIT, "MILLISECONDS", "L" + TIME_UNIT + ";"));
            putBelowLong(code);
        }
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, TIME_UNIT, "toNanos", "(J)J", false));
        code.add(new VarInsnNode(Opcodes.ALOAD, NUMBERS_VARIABLE));
        putBelowLong(code);
        code.add(new InsnNode(Opcodes.ICONST_0 + DURATION_NS));
        putBelowLong(code);
        code.add(new InsnNode(Opcodes.LASTORE));
        if (!sleep.atBeginning()) {
            code.add(set(STATE, SLEEP_AFTER));
            return code;
        }
        LabelNode slept = new LabelNode();
        code.add(new VarInsnNode(Opcodes.ALOAD, NUMBERS_VARIABLE));
        code.add(new InsnNode(Opcodes.ICONST_0 + STATE));
        code.add(new InsnNode(Opcodes.LALOAD));
        code.add(new LdcInsnNode(SLEPT));
        code.add(new InsnNode(Opcodes.LCMP));
        code.add(new JumpInsnNode(Opcodes.IFEQ, slept));
        code.add(set(STATE, SLEEP_BEFORE));
        code.add(new InsnNode(Opcodes.RETURN));
        code.add(slept);
        code.add(new FrameNode(Opcodes.F_NEW, 2, new Object[] {owner, NUMBERS}, 0, new Object[0]));
        code.add(new InsnNode(Opcodes.NOP)); // separates this frame from one that may follow
        return code;
    }

    /** Swaps one word on top of the stack with the two below it. */
    private static void putBelowLong(InsnList code) {
        code.add(new InsnNode(Opcodes.DUP_X2));
        code.add(new InsnNode(Opcodes.POP));
    }

    private static InsnList setLine(int line) {
        return set(LINE, line);
    }

    /** Returns the code that sets one of the numbers. */
    private static InsnList set(int index, long value) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, NUMBERS_VARIABLE));
        code.add(new InsnNode(Opcodes.ICONST_0 + index));
        code.add(new LdcInsnNode(value));
        code.add(new InsnNode(Opcodes.LASTORE));
        return code;
    }
}
