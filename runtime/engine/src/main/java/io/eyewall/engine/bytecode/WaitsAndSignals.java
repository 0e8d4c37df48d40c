package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * Finds what a component signals to others after it has emitted, and what it waits for: by the
 * types that {@link WaitKind} lists, or through fields. Only the component's own code counts, in
 * the packages that it comes from: libraries signal much between threads of their own.
 */
final class WaitsAndSignals {
    private final ClassFiles files;
    private final CallGraph graph;
    private final OwnCode own;

    WaitsAndSignals(ClassFiles files, CallGraph graph, OwnCode own) {
        this.files = files;
        this.graph = graph;
        this.own = own;
    }

    private boolean isOwn(MethodCode method) {
        return own.contains(method);
    }

    /** Returns the locations in the code where the component may wait, by what it waits for. */
    Map<Awaited, String> waits() {
        Map<Awaited, String> locations = new HashMap<>();
        PollLoops loops = new PollLoops(graph, this::isOwn, this::isQuery);
        for (MethodCode method : graph.methods()) {
            if (isOwn(method)) {
                for (MethodCall call : method.calls()) {
                    for (WaitKind each : waitsOf(call)) {
                        if (!each.isPolled()) {
                            locations.computeIfAbsent(
                                    each,
                                    key ->
                                            locationOf(
                                                    method,
                                                    other -> waitsOf(other).contains(each)));
                        }
                    }
                }
                addPolled(method, loops.pollingInstructions(method), locations);
            }
        }
        return locations;
    }

    /** Adds what the loops of a method poll. */
    private void addPolled(
            MethodCode method, Set<AbstractInsnNode> polling, Map<Awaited, String> locations) {
        for (AbstractInsnNode each : polling) {
            for (MethodCall call : MethodCall.of(each)) {
                waitsOf(call).stream()
                        .filter(WaitKind::isPolled)
                        .forEach(kind -> locations.putIfAbsent(kind, locationOf(method, polling)));
            }
        }
        for (FieldInsnNode read : PollLoops.fieldReads(polling)) {
            locations.putIfAbsent(polledField(read), locationOf(method, polling));
        }
    }

    private static String locationOf(MethodCode method, Set<AbstractInsnNode> loop) {
        return method.locationOf(loop.iterator().next());
    }

    private boolean isQuery(MethodCall call) {
        return waitsOf(call).stream().anyMatch(WaitKind::isPolled);
    }

    /** Returns the field that an instruction reads or writes, by the class that declares it. */
    private PolledField polledField(FieldInsnNode access) {
        for (String each : files.lineage(access.owner)) {
            if (files.read(each).stream().anyMatch(code -> code.fields().contains(access.name))) {
                return new PolledField(each, access.name);
            }
        }
        return new PolledField(access.owner, access.name);
    }

    private static String locationOf(MethodCode method, Predicate<MethodCall> condition) {
        return method.locationOfFirstCall(condition).orElse(method.owner());
    }

    private Set<WaitKind> waitsOf(MethodCall call) {
        Set<String> lineage = files.lineage(call.owner());
        Set<WaitKind> found = EnumSet.noneOf(WaitKind.class);
        for (WaitKind each : WaitKind.values()) {
            if (each.isAwaitedBy(call, lineage)) {
                found.add(each);
            }
        }
        return found;
    }

    /**
     * Returns the locations in the code where the component may end a wait after it has emitted, by
     * what is waited for.
     *
     * @param emitting the methods that emit or call one that does
     */
    Map<Awaited, String> signalsAfterEmits(Set<MethodCode> emitting) {
        Map<Awaited, String> locations = new HashMap<>();
        if (!emitting.isEmpty()) {
            for (WaitKind each : WaitKind.values()) {
                firstSignal(each, emitting).ifPresent(location -> locations.put(each, location));
            }
            addFieldsWritten(emitting, locations);
        }
        return locations;
    }

    /** Adds the fields that the component may write after it has emitted. */
    private void addFieldsWritten(Set<MethodCode> emitting, Map<Awaited, String> locations) {
        Set<MethodCode> called = new HashSet<>();
        Deque<MethodCode> waiting = new ArrayDeque<>();
        for (MethodCode method : graph.methods()) {
            if (isOwn(method) && emitting.contains(method)) {
                InsnList code = method.node().instructions;
                int from = firstAfterEmit(code, call -> call.isEmit() || leadsTo(emitting, call));
                for (int i = from; i < code.size(); i++) {
                    addWritten(method, code.get(i), locations);
                    addCalled(code.get(i), called, waiting);
                }
            }
        }
        for (MethodCode next = waiting.poll(); next != null; next = waiting.poll()) {
            for (AbstractInsnNode each : next.node().instructions) {
                addWritten(next, each, locations);
                addCalled(each, called, waiting);
            }
        }
    }

    /** Adds the field that an instruction writes, or the fields whose array it may write to. */
    private void addWritten(
            MethodCode method, AbstractInsnNode instruction, Map<Awaited, String> locations) {
        int opcode = instruction.getOpcode();
        if (method.node().name.startsWith("<")) {
            return; // an initializer: no other thread has the object yet
        }
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            locations.putIfAbsent(
                    polledField((FieldInsnNode) instruction), method.locationOf(instruction));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            for (AbstractInsnNode each : method.node().instructions) { // any of its arrays
                if (each instanceof FieldInsnNode access && access.desc.startsWith("[")) {
                    locations.putIfAbsent(polledField(access), method.locationOf(instruction));
                }
            }
        }
    }

    /** Adds the component's own methods that an instruction may call. */
    private void addCalled(
            AbstractInsnNode instruction, Set<MethodCode> called, Deque<MethodCode> waiting) {
        for (MethodCall call : MethodCall.of(instruction)) {
            for (MethodCode target : graph.targets(call)) {
                if (isOwn(target) && called.add(target)) {
                    waiting.add(target);
                }
            }
        }
    }

    private Optional<String> firstSignal(WaitKind kind, Set<MethodCode> emitting) {
        Set<MethodCode> signalling = new HashSet<>();
        for (MethodCode method : graph.methods()) {
            if (isOwn(method) && method.calls().stream().anyMatch(call -> isSignal(kind, call))) {
                signalling.add(method);
            }
        }
        Set<MethodCode> directlySignalling = Set.copyOf(signalling);
        graph.addCallers(signalling);
        for (MethodCode method : graph.methods()) {
            if (emitting.contains(method) && signalling.contains(method)) {
                Predicate<MethodCall> signals =
                        call ->
                                (directlySignalling.contains(method) && isSignal(kind, call))
                                        || leadsTo(signalling, call);
                Predicate<MethodCall> emits = call -> call.isEmit() || leadsTo(emitting, call);
                Optional<String> location = firstSignalAfterEmit(method, emits, signals);
                if (location.isPresent()) {
                    return location;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isSignal(WaitKind kind, MethodCall call) {
        return kind.isSignalledBy(call, files.lineage(call.owner()));
    }

    private boolean leadsTo(Set<MethodCode> methods, MethodCall call) {
        return graph.targets(call).stream().anyMatch(methods::contains);
    }

    /**
     * Returns the location of the first signal after an emit. The order of the instructions is
     * assumed to be that of their execution, except in loops.
     */
    private static Optional<String> firstSignalAfterEmit(
            MethodCode method, Predicate<MethodCall> emits, Predicate<MethodCall> signals) {
        InsnList code = method.node().instructions;
        for (int i = firstAfterEmit(code, emits); i < code.size(); i++) {
            if (MethodCall.of(code.get(i)).stream().anyMatch(signals)) {
                return Optional.of(method.locationOf(code.get(i)));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the index of the first instruction that may be executed after an emit: code before
     * the emit in a loop runs after it in the next iteration. Returns the size of the code if
     * nothing emits.
     */
    private static int firstAfterEmit(InsnList code, Predicate<MethodCall> emits) {
        for (int i = 0; i < code.size(); i++) {
            if (MethodCall.of(code.get(i)).stream().anyMatch(emits)) {
                int begin = loopBegin(code, i);
                return begin == i ? i + 1 : begin;
            }
        }
        return code.size();
    }

    /**
     * Returns the index of the first instruction of the loops around an instruction, or of the
     * instruction itself.
     */
    private static int loopBegin(InsnList code, int at) {
        int begin = at;
        for (int i = at; i < code.size(); i++) {
            if (code.get(i) instanceof JumpInsnNode jump) {
                begin = Math.min(begin, code.indexOf(jump.label));
            }
        }
        return begin;
    }
}
