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
 * Finds what a component hands over to others after it has emitted, by the types that {@link
 * HandOver} lists or through fields, and what it waits for. Only the component's own code counts,
 * in the packages that it comes from: libraries hand over much between threads of their own.
 */
final class HandOvers {
    private final ClassFiles files;
    private final CallGraph graph;
    private final OwnCode own;

    HandOvers(ClassFiles files, CallGraph graph, OwnCode own) {
        this.files = files;
        this.graph = graph;
        this.own = own;
    }

    private boolean isOwn(MethodCode method) {
        return own.contains(method);
    }

    /** Returns the places where the component may wait, by what it waits for. */
    Map<Awaited, String> waits() {
        Map<Awaited, String> places = new HashMap<>();
        PollLoops loops = new PollLoops(graph, this::isOwn, this::isQuery);
        for (MethodCode method : graph.methods()) {
            if (isOwn(method)) {
                for (MethodCall call : method.calls()) {
                    for (HandOver each : waitsOf(call)) {
                        if (!each.isPolled()) {
                            places.computeIfAbsent(
                                    each, one -> place(method, c -> waitsOf(c).contains(each)));
                        }
                    }
                }
                addPolled(method, loops.polling(method), places);
            }
        }
        return places;
    }

    private void addPolled(
            MethodCode method, Set<AbstractInsnNode> polling, Map<Awaited, String> places) {
        for (AbstractInsnNode each : polling) {
            for (MethodCall call : MethodCall.of(each)) {
                waitsOf(call).stream()
                        .filter(HandOver::isPolled)
                        .forEach(kind -> places.putIfAbsent(kind, placeOf(method, polling)));
            }
        }
        for (FieldInsnNode read : PollLoops.reads(polling)) {
            places.putIfAbsent(field(read), placeOf(method, polling));
        }
    }

    private static String placeOf(MethodCode method, Set<AbstractInsnNode> loop) {
        return method.placeOf(loop.iterator().next());
    }

    private boolean isQuery(MethodCall call) {
        return waitsOf(call).stream().anyMatch(HandOver::isPolled);
    }

    private PolledField field(FieldInsnNode access) {
        for (String each : files.lineage(access.owner)) {
            if (files.read(each).stream().anyMatch(code -> code.fields().contains(access.name))) {
                return new PolledField(each, access.name);
            }
        }
        return new PolledField(access.owner, access.name);
    }

    private static String place(MethodCode method, Predicate<MethodCall> which) {
        return method.firstCall(which).orElse(method.owner());
    }

    private Set<HandOver> waitsOf(MethodCall call) {
        Set<String> lineage = files.lineage(call.owner());
        Set<HandOver> found = EnumSet.noneOf(HandOver.class);
        for (HandOver each : HandOver.values()) {
            if (each.isAwaitedBy(call, lineage)) {
                found.add(each);
            }
        }
        return found;
    }

    /**
     * Returns the places where the component may end a wait after it has emitted, by what is waited
     * for.
     *
     * @param emitting the methods that emit or call one that does
     */
    Map<Awaited, String> signalsAfterEmits(Set<MethodCode> emitting) {
        Map<Awaited, String> places = new HashMap<>();
        if (!emitting.isEmpty()) {
            for (HandOver each : HandOver.values()) {
                firstSignal(each, emitting).ifPresent(place -> places.put(each, place));
            }
            addFieldsWritten(emitting, places);
        }
        return places;
    }

    /** Adds the fields that the component may write after it has emitted. */
    private void addFieldsWritten(Set<MethodCode> emitting, Map<Awaited, String> places) {
        Set<MethodCode> called = new HashSet<>();
        Deque<MethodCode> waiting = new ArrayDeque<>();
        for (MethodCode method : graph.methods()) {
            if (isOwn(method) && emitting.contains(method)) {
                InsnList code = method.node().instructions;
                int from = firstAfterEmit(code, call -> call.isEmit() || leadsTo(emitting, call));
                for (int i = from; i < code.size(); i++) {
                    addWritten(method, code.get(i), places);
                    addCalled(code.get(i), called, waiting);
                }
            }
        }
        for (MethodCode next = waiting.poll(); next != null; next = waiting.poll()) {
            for (AbstractInsnNode each : next.node().instructions) {
                addWritten(next, each, places);
                addCalled(each, called, waiting);
            }
        }
    }

    private void addWritten(
            MethodCode method, AbstractInsnNode instruction, Map<Awaited, String> places) {
        int opcode = instruction.getOpcode();
        if (method.node().name.startsWith("<")) {
            return; // nobody else has the object yet
        }
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            places.putIfAbsent(field((FieldInsnNode) instruction), method.placeOf(instruction));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            for (AbstractInsnNode each : method.node().instructions) { // any of its arrays
                if (each instanceof FieldInsnNode access && access.desc.startsWith("[")) {
                    places.putIfAbsent(field(access), method.placeOf(instruction));
                }
            }
        }
    }

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

    private Optional<String> firstSignal(HandOver kind, Set<MethodCode> emitting) {
        Set<MethodCode> signalling = new HashSet<>();
        for (MethodCode method : graph.methods()) {
            if (isOwn(method) && method.calls().stream().anyMatch(call -> isSignal(kind, call))) {
                signalling.add(method);
            }
        }
        Set<MethodCode> direct = Set.copyOf(signalling);
        graph.addCallers(signalling);
        for (MethodCode method : graph.methods()) {
            if (emitting.contains(method) && signalling.contains(method)) {
                Predicate<MethodCall> signals =
                        call ->
                                (direct.contains(method) && isSignal(kind, call))
                                        || leadsTo(signalling, call);
                Predicate<MethodCall> emits = call -> call.isEmit() || leadsTo(emitting, call);
                Optional<String> place = firstAfter(method, emits, signals);
                if (place.isPresent()) {
                    return place;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isSignal(HandOver kind, MethodCall call) {
        return kind.isSignalledBy(call, files.lineage(call.owner()));
    }

    private boolean leadsTo(Set<MethodCode> methods, MethodCall call) {
        return graph.targets(call).stream().anyMatch(methods::contains);
    }

    /**
     * Returns the first hand-over after an emit. The order of the instructions is assumed to be
     * that of their execution, except in loops.
     */
    private static Optional<String> firstAfter(
            MethodCode method, Predicate<MethodCall> emits, Predicate<MethodCall> signals) {
        InsnList code = method.node().instructions;
        for (int i = firstAfterEmit(code, emits); i < code.size(); i++) {
            if (MethodCall.of(code.get(i)).stream().anyMatch(signals)) {
                return Optional.of(method.placeOf(code.get(i)));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the first instruction that may be executed after an emit: code before the emit in a
     * loop runs after it in the next iteration. Returns the size of the code if nothing emits.
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
     * Returns the first instruction of the loops around an instruction, or the instruction itself.
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
