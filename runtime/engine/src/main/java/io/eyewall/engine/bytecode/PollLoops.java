package io.eyewall.engine.bytecode;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * Finds loops that wait for something by reading it again and again: loops that pause between two
 * reads, and loops that do nothing but read. Other loops do work of their own.
 */
final class PollLoops {
    /** Maximum depth to which calls inside a loop are followed. */
    private static final int MAX_DEPTH = 3;

    /** Methods that pause a thread, by class and name. */
    private static final Set<String> PAUSES =
            Set.of(
                    "java/lang/Thread.sleep",
                    "java/lang/Thread.yield",
                    "java/lang/Thread.onSpinWait",
                    "java/lang/Object.wait",
                    "java/util/concurrent/TimeUnit.sleep",
                    "java/util/concurrent/locks/LockSupport.park",
                    "java/util/concurrent/locks/LockSupport.parkNanos",
                    "java/util/concurrent/locks/LockSupport.parkUntil",
                    "org/apache/storm/utils/Utils.sleep",
                    "org/apache/storm/utils/Utils.sleepNoSimulation",
                    "com/google/common/util/concurrent/Uninterruptibles.sleepUninterruptibly");

    /** Classes whose methods change nothing that a loop could wait for. */
    private static final Set<String> HARMLESS_CLASSES =
            Set.of(
                    "java/lang/Boolean",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Object",
                    "java/lang/String",
                    "java/util/Objects",
                    "org/apache/storm/tuple/Tuple");

    private final CallGraph graph;
    private final Predicate<MethodCode> isOwn;
    private final Predicate<MethodCall> isQuery;

    /**
     * @param isOwn whether a method is the component's own code; calls of others are not followed
     * @param isQuery whether a call only reads something that other threads may change
     */
    PollLoops(CallGraph graph, Predicate<MethodCode> isOwn, Predicate<MethodCall> isQuery) {
        this.graph = graph;
        this.isOwn = isOwn;
        this.isQuery = isQuery;
    }

    /**
     * Returns the instructions of a method's loops that poll, and those of the methods that these
     * loops call.
     */
    Set<AbstractInsnNode> pollingInstructions(MethodCode method) {
        InsnList code = method.node().instructions;
        Set<AbstractInsnNode> polling = new LinkedHashSet<>();
        for (AbstractInsnNode each : code) {
            if (each instanceof JumpInsnNode jump) {
                int begin = code.indexOf(jump.label);
                int end = code.indexOf(jump);
                if (begin <= end && isPolling(code, begin, end)) {
                    for (int i = begin; i <= end; i++) {
                        polling.add(code.get(i));
                        MethodCall.of(code.get(i))
                                .forEach(call -> addCalled(call, MAX_DEPTH, polling));
                    }
                }
            }
        }
        return polling;
    }

    private void addCalled(MethodCall call, int depth, Set<AbstractInsnNode> polling) {
        for (MethodCode target : graph.targets(call)) {
            if (depth > 0 && isOwn.test(target)) {
                for (AbstractInsnNode each : target.node().instructions) {
                    polling.add(each);
                    MethodCall.of(each).forEach(next -> addCalled(next, depth - 1, polling));
                }
            }
        }
    }

    /**
     * Returns whether the loop from one instruction to another polls. A pause in an inner loop
     * counts for the inner loop only.
     */
    private boolean isPolling(InsnList code, int begin, int end) {
        boolean pauses = false;
        boolean onlyReads = true;
        int innerEnd = begin;
        for (int i = begin; i <= end; i++) {
            AbstractInsnNode each = code.get(i);
            innerEnd = Math.max(innerEnd, endOfLoop(code, i, begin, end));
            onlyReads &= onlyReads(each, MAX_DEPTH);
            for (MethodCall call : MethodCall.of(each)) {
                if (call.isEmit()) {
                    return false;
                }
                pauses |= i > innerEnd && pauses(call, MAX_DEPTH);
            }
        }
        return pauses || onlyReads;
    }

    /**
     * Returns the index of the last instruction of the loops that begin at an instruction and are
     * inside the loop from {@code begin} to {@code end}; {@code begin} if there is no inner loop.
     */
    private static int endOfLoop(InsnList code, int at, int begin, int end) {
        int last = begin;
        if (at > begin && code.get(at) instanceof LabelNode label) {
            for (int i = at; i < end; i++) {
                if (code.get(i) instanceof JumpInsnNode jump && jump.label == label) {
                    last = i;
                }
            }
        }
        return last;
    }

    private boolean pauses(MethodCall call, int depth) {
        return PAUSES.contains(call.owner() + "." + call.name())
                || (depth > 0
                        && graph.targets(call).stream()
                                .filter(isOwn)
                                .flatMap(target -> target.calls().stream())
                                .anyMatch(next -> pauses(next, depth - 1)));
    }

    /**
     * Returns whether an instruction changes nothing, and calls only methods that change nothing.
     */
    private boolean onlyReads(AbstractInsnNode instruction, int depth) {
        int opcode = instruction.getOpcode();
        boolean stores =
                (opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE)
                        || opcode == Opcodes.IINC
                        || opcode == Opcodes.PUTFIELD
                        || opcode == Opcodes.PUTSTATIC
                        || opcode == Opcodes.ATHROW;
        return !stores
                && MethodCall.of(instruction).stream()
                        .allMatch(
                                call ->
                                        HARMLESS_CLASSES.contains(call.owner())
                                                || isQuery.test(call)
                                                || onlyReads(call, depth));
    }

    private boolean onlyReads(MethodCall call, int depth) {
        Set<MethodCode> targets = graph.targets(call);
        return depth > 0
                && !targets.isEmpty()
                && targets.stream()
                        .allMatch(
                                target -> {
                                    for (AbstractInsnNode each : target.node().instructions) {
                                        if (!onlyReads(each, depth - 1)) {
                                            return false;
                                        }
                                    }
                                    return true;
                                });
    }

    /** Returns those of some instructions that read a field. */
    static Set<FieldInsnNode> fieldReads(Set<AbstractInsnNode> instructions) {
        Set<FieldInsnNode> reads = new HashSet<>();
        for (AbstractInsnNode each : instructions) {
            if (each.getOpcode() == Opcodes.GETFIELD || each.getOpcode() == Opcodes.GETSTATIC) {
                reads.add((FieldInsnNode) each);
            }
        }
        return reads;
    }
}
