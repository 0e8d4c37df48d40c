package io.eyewall.engine.bytecode;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * Finds what a component hands over to others after it has emitted, by the types that {@link
 * HandOver} lists, and what it waits for. Only the component's own code counts, in the packages
 * that it comes from: libraries hand over much between threads of their own.
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

    /** Returns the places where the component may wait, by kind of hand-over. */
    Map<HandOver, String> waits() {
        Map<HandOver, String> places = new EnumMap<>(HandOver.class);
        for (MethodCode method : graph.methods()) {
            if (isOwn(method)) {
                for (MethodCall call : method.calls()) {
                    for (HandOver each : waitsOf(call)) {
                        places.computeIfAbsent(
                                each, one -> place(method, c -> waitsOf(c).contains(one)));
                    }
                }
            }
        }
        return places;
    }

    private static String place(MethodCode method, Predicate<MethodCall> which) {
        for (AbstractInsnNode each : method.node().instructions) {
            if (MethodCall.of(each).stream().anyMatch(which)) {
                return method.placeOf(each);
            }
        }
        return method.owner();
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
     * Returns the places where the component may end a wait after it has emitted, by kind of
     * hand-over.
     *
     * @param emitting the methods that emit or call one that does
     */
    Map<HandOver, String> signalsAfterEmits(Set<MethodCode> emitting) {
        Map<HandOver, String> places = new EnumMap<>(HandOver.class);
        if (!emitting.isEmpty()) {
            for (HandOver each : HandOver.values()) {
                firstSignal(each, emitting).ifPresent(place -> places.put(each, place));
            }
        }
        return places;
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
        int emitted = -1;
        for (int i = 0; i < code.size(); i++) {
            List<MethodCall> calls = MethodCall.of(code.get(i));
            if (emitted >= 0 && calls.stream().anyMatch(signals)) {
                return Optional.of(method.placeOf(code.get(i)));
            }
            if (emitted < 0 && calls.stream().anyMatch(emits)) {
                emitted = loopBegin(code, i);
                i = emitted; // code before it in a loop runs after it in the next iteration
            }
        }
        return Optional.empty();
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
