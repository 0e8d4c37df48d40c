package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Computes how many locks one method may hold before each of its instructions: the maximum over all
 * paths that lead there. It does not distinguish one lock from another.
 */
final class LockFlow {
    private static final int UNREACHED = -1;

    /** Bound on the locks that are counted, so that the computation ends for every loop. */
    private static final int MAX_HELD = 3;

    private static final String THROWABLE = "java/lang/Throwable";

    /** Names of the methods of locks and semaphores that acquire. */
    private static final Set<String> ACQUIRE =
            Set.of(
                    "lock",
                    "lockInterruptibly",
                    "acquire",
                    "acquireUninterruptibly",
                    "acquireInterruptibly",
                    "acquireShared",
                    "acquireSharedInterruptibly",
                    "writeLock",
                    "readLock",
                    "writeLockInterruptibly",
                    "readLockInterruptibly",
                    "tryWriteLock", // the returned stamp says whether it succeeded
                    "tryReadLock",
                    "enter",
                    "enterInterruptibly",
                    "enterWhen",
                    "enterWhenUninterruptibly");

    /** Names of the methods that acquire only if they return true. */
    private static final Set<String> TRY_ACQUIRE =
            Set.of(
                    "tryLock",
                    "tryAcquire",
                    "tryAcquireNanos",
                    "tryAcquireSharedNanos",
                    "tryEnter",
                    "tryEnterIf",
                    "enterIf",
                    "enterIfInterruptibly");

    /** Names of the methods that release. */
    private static final Set<String> RELEASE =
            Set.of(
                    "unlock",
                    "unlockRead",
                    "unlockWrite",
                    "tryUnlockRead",
                    "tryUnlockWrite",
                    "release",
                    "releaseShared",
                    "leave");

    private final MethodCode method;
    private final InsnList code;
    private final CallGraph graph;
    private final Map<MethodCode, Integer> leftHeldBy;
    private final int heldAtCall;
    private final List<Handler> handlers;

    /** Maximum number of locks held before each instruction, or {@link #UNREACHED}. */
    private final int[] held;

    /** Instructions whose number of locks has grown since they were followed last. */
    private final Deque<Integer> changed = new ArrayDeque<>();

    /**
     * A handler of exceptions; instructions by index.
     *
     * @param from the first instruction whose exceptions it handles
     * @param to the instruction after the last such one
     * @param begin the handler's first instruction
     */
    private record Handler(int from, int to, int begin, boolean catchesAll) {
        static Handler of(TryCatchBlockNode block, InsnList code) {
            return new Handler(
                    code.indexOf(block.start),
                    code.indexOf(block.end),
                    code.indexOf(block.handler),
                    block.type == null || block.type.equals(THROWABLE));
        }
    }

    private LockFlow(
            MethodCode method,
            CallGraph graph,
            Map<MethodCode, Integer> leftHeldBy,
            int heldAtCall) {
        this.method = method;
        this.heldAtCall = heldAtCall;
        this.graph = graph;
        this.code = method.node().instructions;
        this.leftHeldBy = leftHeldBy;
        this.handlers =
                method.node().tryCatchBlocks.stream()
                        .map(block -> Handler.of(block, code))
                        .toList();
        this.held = new int[code.size()];
        Arrays.fill(held, UNREACHED);
    }

    /**
     * Computes the locks of a method that is called without locks.
     *
     * @param leftHeldBy the number of locks that each method leaves held
     */
    static LockFlow of(MethodCode method, CallGraph graph, Map<MethodCode, Integer> leftHeldBy) {
        LockFlow flow = new LockFlow(method, graph, leftHeldBy, 0);
        flow.run();
        return flow;
    }

    /**
     * Returns how many of its caller's locks a method releases at least; see {@link #of} for the
     * parameters.
     */
    static int releasedOfCaller(
            MethodCode method, CallGraph graph, Map<MethodCode, Integer> leftHeldBy) {
        LockFlow flow = new LockFlow(method, graph, leftHeldBy, MAX_HELD);
        flow.run();
        return MAX_HELD - flow.heldAtReturn();
    }

    /** Returns whether a method is named like a method of the JDK that acquires a lock. */
    static boolean isNamedToAcquire(MethodCode method) {
        return ACQUIRE.contains(method.node().name) || TRY_ACQUIRE.contains(method.node().name);
    }

    /** Returns whether a method is named like a method of the JDK that releases a lock. */
    static boolean isNamedToRelease(MethodCode method) {
        return RELEASE.contains(method.node().name);
    }

    /**
     * Returns whether a method itself acquires or releases a lock, apart from the one of a
     * synchronized method.
     */
    static boolean changesLocks(MethodCode method, CallGraph graph) {
        for (AbstractInsnNode each : method.node().instructions) {
            if (each.getOpcode() == Opcodes.MONITORENTER
                    || (each instanceof MethodInsnNode call && isLockOperation(call, graph))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the maximum number of locks held at a return, without that of a synchronized method.
     */
    int heldAtReturn() {
        int max = 0;
        for (int i = 0; i < held.length; i++) {
            int opcode = code.get(i).getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                max = Math.max(max, held[i]);
            }
        }
        return max;
    }

    /** Returns the location of the first instruction that may emit while a lock may be held. */
    Optional<String> firstLocked(Predicate<MethodCall> mayEmit) {
        for (int i = 0; i < held.length; i++) {
            AbstractInsnNode instruction = code.get(i);
            if ((held[i] > 0 || (method.isSynchronized() && held[i] == 0))
                    && MethodCall.of(instruction).stream().anyMatch(mayEmit)) {
                return Optional.of(method.locationOf(instruction));
            }
        }
        return Optional.empty();
    }

    private void run() {
        if (held.length > 0) {
            reach(0, heldAtCall);
        }
        for (Integer next = changed.poll(); next != null; next = changed.poll()) {
            follow(next);
        }
    }

    /** Records that an instruction may be reached with a number of locks. */
    private void reach(int instruction, int locks) {
        int bounded = Math.max(0, Math.min(locks, heldAtCall + MAX_HELD));
        if (instruction < held.length && bounded > held[instruction]) {
            held[instruction] = bounded;
            changed.add(instruction);
        }
    }

    private void reach(LabelNode label, int locks) {
        reach(code.indexOf(label), locks);
    }

    /** Computes the locks before the instructions that may be executed after one. */
    private void follow(int at) {
        AbstractInsnNode instruction = code.get(at);
        int before = held[at];
        int opcode = instruction.getOpcode();
        if (mayThrow(instruction)) { // one that throws may have released a lock, but acquired none
            reachHandlers(at, before + Math.min(0, lockChange(instruction)));
        }
        if (instruction instanceof JumpInsnNode jump) {
            int acquired = acquiredIfTrue(instruction);
            boolean jumpsIfTrue = opcode == Opcodes.IFNE;
            reach(jump.label, jumpsIfTrue ? before : before - acquired);
            if (opcode != Opcodes.GOTO) {
                reach(at + 1, jumpsIfTrue ? before - acquired : before);
            }
        } else if (instruction instanceof TableSwitchInsnNode choice) {
            choice.labels.forEach(label -> reach(label, before));
            reach(choice.dflt, before);
        } else if (instruction instanceof LookupSwitchInsnNode choice) {
            choice.labels.forEach(label -> reach(label, before));
            reach(choice.dflt, before);
        } else if (!(opcode == Opcodes.ATHROW
                || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN))) {
            reach(at + 1, before + lockChange(instruction));
        }
    }

    /**
     * Follows the handlers in the order in which the JVM searches them: the innermost first, and
     * none beyond one that catches everything.
     */
    private void reachHandlers(int at, int locks) {
        for (Handler handler : handlers) {
            if (handler.from <= at && at < handler.to) {
                reach(handler.begin, locks);
                if (handler.catchesAll) {
                    return;
                }
            }
        }
    }

    /**
     * Returns whether an instruction may throw. Instructions that load a lock in order to release
     * it are assumed not to: compilers place them after a {@code finally}, inside the range of an
     * outer handler that would catch the exception.
     */
    private static boolean mayThrow(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        return opcode > Opcodes.LDC
                && opcode != Opcodes.GETFIELD
                && opcode != Opcodes.GETSTATIC
                && !(instruction instanceof VarInsnNode)
                && !(instruction instanceof JumpInsnNode)
                && !(opcode >= Opcodes.POP && opcode <= Opcodes.SWAP);
    }

    /** Returns by how much an instruction changes the number of locks. */
    private int lockChange(AbstractInsnNode instruction) {
        if (instruction.getOpcode() == Opcodes.MONITORENTER) {
            return 1;
        }
        if (instruction.getOpcode() == Opcodes.MONITOREXIT) {
            return -1;
        }
        if (instruction instanceof MethodInsnNode call) {
            if (!isLockOperation(call)) {
                return leftHeldBy(call);
            }
            if (ACQUIRE.contains(call.name) || TRY_ACQUIRE.contains(call.name)) {
                return 1;
            }
            return RELEASE.contains(call.name) ? -1 : 0;
        }
        return 0;
    }

    private int leftHeldBy(MethodInsnNode instruction) {
        return MethodCall.of(instruction).stream()
                .flatMap(call -> graph.targets(call).stream())
                .mapToInt(target -> leftHeldBy.getOrDefault(target, 0))
                .max()
                .orElse(0);
    }

    /** Returns 1 if a jump tests whether the call before it has acquired a lock; otherwise 0. */
    private int acquiredIfTrue(AbstractInsnNode jump) {
        int opcode = jump.getOpcode();
        AbstractInsnNode before = jump.getPrevious();
        return (opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE)
                        && before instanceof MethodInsnNode call
                        && isLockOperation(call)
                        && TRY_ACQUIRE.contains(call.name)
                ? 1
                : 0;
    }

    private boolean isLockOperation(MethodInsnNode instruction) {
        return isLockOperation(instruction, graph);
    }

    private static boolean isLockOperation(MethodInsnNode instruction, CallGraph graph) {
        return graph.isLockOperation(
                new MethodCall(instruction.owner, instruction.name, instruction.desc));
    }
}
