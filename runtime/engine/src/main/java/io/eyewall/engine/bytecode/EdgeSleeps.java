package io.eyewall.engine.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the sleeps with which a spout's {@code nextTuple} begins or ends: waiting outside of the
 * call has the same effect. A sleep at the beginning is preceded by nothing but the computation of
 * its duration from constants and fields; a sleep at the end is followed by nothing but the return.
 */
final class EdgeSleeps {
    private static final String INTERRUPTED = "java/lang/InterruptedException";
    private static final String TIME_UNIT = "java/util/concurrent/TimeUnit";
    private static final String STORM = "org/apache/storm/utils/";
    private static final Set<String> SLEEPS =
            Set.of(
                    "java/lang/Thread.sleep",
                    STORM + "Utils.sleep",
                    STORM + "Utils.sleepNoSimulation",
                    STORM + "Time.sleep",
                    TIME_UNIT + ".sleep");

    /** Instructions, other than constants, that compute a duration without side effects. */
    private static final Set<Integer> COMPUTATIONS =
            Set.of(
                    Opcodes.GETFIELD,
                    Opcodes.GETSTATIC,
                    Opcodes.I2L,
                    Opcodes.IADD,
                    Opcodes.LADD,
                    Opcodes.ISUB,
                    Opcodes.LSUB,
                    Opcodes.IMUL,
                    Opcodes.LMUL);

    /** Opcodes that a handler of interrupts may have: they have no effect if no interrupt comes. */
    private static final Set<Integer> HARMLESS_IN_HANDLERS =
            Set.of(
                    Opcodes.ASTORE,
                    Opcodes.ALOAD,
                    Opcodes.POP,
                    Opcodes.NEW,
                    Opcodes.DUP,
                    Opcodes.LDC,
                    Opcodes.GETSTATIC);

    /** Classes whose methods a handler may call: they report the interrupt or restore the flag. */
    private static final Set<String> CALLED_BY_HANDLERS =
            Set.of(
                    INTERRUPTED,
                    "java/lang/Throwable",
                    "java/lang/Exception",
                    "java/lang/RuntimeException",
                    "java/lang/IllegalStateException",
                    "java/lang/AssertionError",
                    "java/lang/Error",
                    "java/lang/Thread",
                    "java/util/logging/Logger",
                    "org/slf4j/Logger",
                    "org/apache/log4j/Logger",
                    "org/apache/logging/log4j/Logger");

    /**
     * A sleep that can be replaced.
     *
     * @param call the instruction that sleeps
     * @param atBeginning whether the method begins with the sleep, and does not end with it
     */
    record Sleep(MethodInsnNode call, boolean atBeginning) {
        /** Returns whether the stack holds the unit of time below the duration. */
        boolean hasUnit() {
            return call.owner.equals(TIME_UNIT);
        }

        /** Returns whether the call throws an exception if the duration is negative. */
        boolean refusesNegative() {
            return call.owner.equals("java/lang/Thread") || call.name.equals("sleepNoSimulation");
        }
    }

    private final MethodNode method;
    private final InsnList code;

    private EdgeSleeps(MethodNode method) {
        this.method = method;
        this.code = method.instructions;
    }

    /**
     * Returns the sleeps of a {@code nextTuple}. Empty if there are none, or if one of them must
     * stay where it is.
     */
    static List<Sleep> find(MethodNode nextTuple) {
        return new EdgeSleeps(nextTuple).find();
    }

    private List<Sleep> find() {
        List<Sleep> found = new ArrayList<>();
        for (AbstractInsnNode each : code) {
            if (each.getOpcode() == Opcodes.MONITORENTER) {
                return List.of();
            }
            if (each instanceof MethodInsnNode call && isSleep(call)) {
                boolean atBeginning = isAtBeginning(call);
                if (!atBeginning && !leadsToReturn(call)) {
                    return List.of();
                }
                found.add(new Sleep(call, atBeginning));
            }
        }
        boolean isLocked = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
        return isLocked || !handlesOnlyInterrupts() ? List.of() : found;
    }

    private static boolean isSleep(MethodInsnNode call) {
        return call.desc.equals("(J)V") && SLEEPS.contains(call.owner + "." + call.name);
    }

    // ---- at the beginning -------------------------------------------------------------------

    private boolean isAtBeginning(MethodInsnNode sleep) {
        for (AbstractInsnNode at = code.getFirst(); at != sleep; at = at.getNext()) {
            if (!isMarker(at) && !isComputation(at)) {
                return false;
            }
        }
        int end = code.indexOf(sleep);
        for (AbstractInsnNode at = sleep.getNext(); at != null; at = at.getNext()) {
            if (jumpTargets(at).stream().anyMatch(target -> code.indexOf(target) <= end)) {
                return false; // the sleep is in a loop
            }
        }
        return true;
    }

    private static boolean isComputation(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        boolean isConstant = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH;
        boolean isNumber = at instanceof LdcInsnNode constant && constant.cst instanceof Number;
        boolean isThis = opcode == Opcodes.ALOAD && ((VarInsnNode) at).var == 0;
        return isConstant || isNumber || isThis || COMPUTATIONS.contains(opcode);
    }

    private static List<LabelNode> jumpTargets(AbstractInsnNode at) {
        List<LabelNode> targets = new ArrayList<>();
        if (at instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (at instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (at instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    // ---- at the end -------------------------------------------------------------------------

    private static boolean leadsToReturn(AbstractInsnNode sleep) {
        Set<AbstractInsnNode> visited = new HashSet<>();
        AbstractInsnNode at = sleep.getNext();
        while (at != null && visited.add(at)) {
            if (at.getOpcode() == Opcodes.RETURN) {
                return true;
            }
            if (at.getOpcode() == Opcodes.GOTO) {
                at = ((JumpInsnNode) at).label;
            } else if (isMarker(at)) {
                at = at.getNext();
            } else {
                return false;
            }
        }
        return false;
    }

    // ---- handlers ---------------------------------------------------------------------------

    /**
     * Returns whether the method catches nothing but interrupts, and only reports or restores them:
     * while a spout waits outside of the call, no interrupt comes, and the handlers do not run.
     */
    private boolean handlesOnlyInterrupts() {
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            if (!INTERRUPTED.equals(each.type) || !isHarmless(each)) {
                return false;
            }
        }
        return true;
    }

    private boolean isHarmless(TryCatchBlockNode block) {
        AbstractInsnNode afterTry = firstInstruction(block.end);
        LabelNode join = afterTry instanceof JumpInsnNode jump ? jump.label : null;
        AbstractInsnNode at = block.handler;
        while (at != null && at != join) {
            int opcode = at.getOpcode();
            if (opcode == Opcodes.RETURN || opcode == Opcodes.ATHROW) {
                return true;
            }
            if (opcode == Opcodes.GOTO) {
                return code.indexOf(((JumpInsnNode) at).label) > code.indexOf(at);
            }
            boolean isKnownCall =
                    at instanceof MethodInsnNode call && CALLED_BY_HANDLERS.contains(call.owner);
            if (!isMarker(at) && !isKnownCall && !HARMLESS_IN_HANDLERS.contains(opcode)) {
                return false;
            }
            at = at.getNext();
        }
        return true;
    }

    private static @Nullable AbstractInsnNode firstInstruction(AbstractInsnNode from) {
        AbstractInsnNode at = from;
        while (at != null && isMarker(at)) {
            at = at.getNext();
        }
        return at;
    }

    private static boolean isMarker(AbstractInsnNode at) {
        return at instanceof LabelNode || at instanceof LineNumberNode || at instanceof FrameNode;
    }
}
