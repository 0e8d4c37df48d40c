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
 * What a component hands over to others by the classes of {@code java.util.concurrent} after it has
 * emitted, and what it waits for. Only by its own code: that of the packages that it comes from,
 * not that of libraries, which hand over much between threads of their own.
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

    /** Where the component may wait, by what for. */
    Map<HandOver, String> awaited() {
        Map<HandOver, String> places = new EnumMap<>(HandOver.class);
        for (MethodCode method : graph.methods()) {
            if (isOwn(method)) {
                for (Call call : method.calls()) {
                    for (HandOver each : waitsOf(call)) {
                        places.computeIfAbsent(
                                each, one -> place(method, c -> waitsOf(c).contains(one)));
                    }
                }
            }
        }
        return places;
    }

    private static String place(MethodCode method, Predicate<Call> which) {
        for (AbstractInsnNode each : method.node().instructions) {
            if (Call.of(each).stream().anyMatch(which)) {
                return method.placeOf(each);
            }
        }
        return method.owner();
    }

    private Set<HandOver> waitsOf(Call call) {
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
     * Where the component may end somebody's wait after it has emitted, by what is waited for.
     *
     * @param emitting methods that emit, or call one that does
     */
    Map<HandOver, String> givenAfterEmits(Set<MethodCode> emitting) {
        Map<HandOver, String> places = new EnumMap<>(HandOver.class);
        if (!emitting.isEmpty()) {
            for (HandOver each : HandOver.values()) {
                firstGiven(each, emitting).ifPresent(place -> places.put(each, place));
            }
        }
        return places;
    }

    private Optional<String> firstGiven(HandOver what, Set<MethodCode> emitting) {
        Set<MethodCode> giving = new HashSet<>();
        for (MethodCode method : graph.methods()) {
            if (isOwn(method) && method.calls().stream().anyMatch(call -> isGiven(what, call))) {
                giving.add(method);
            }
        }
        Set<MethodCode> direct = Set.copyOf(giving);
        graph.addCallers(giving);
        for (MethodCode method : graph.methods()) {
            if (emitting.contains(method) && giving.contains(method)) {
                Predicate<Call> gives =
                        call ->
                                (direct.contains(method) && isGiven(what, call))
                                        || leadsTo(giving, call);
                Predicate<Call> emits = call -> call.isEmit() || leadsTo(emitting, call);
                Optional<String> place = firstAfter(method, emits, gives);
                if (place.isPresent()) {
                    return place;
                }
            }
        }
        return Optional.empty();
    }

    private boolean isGiven(HandOver what, Call call) {
        return what.isGivenBy(call, files.lineage(call.owner()));
    }

    private boolean leadsTo(Set<MethodCode> methods, Call call) {
        return graph.targets(call).stream().anyMatch(methods::contains);
    }

    /** The order of instructions is taken for that of time, but for loops. */
    private static Optional<String> firstAfter(
            MethodCode method, Predicate<Call> emits, Predicate<Call> gives) {
        InsnList code = method.node().instructions;
        int emitted = -1;
        for (int i = 0; i < code.size(); i++) {
            List<Call> calls = Call.of(code.get(i));
            if (emitted >= 0 && calls.stream().anyMatch(gives)) {
                return Optional.of(method.placeOf(code.get(i)));
            }
            if (emitted < 0 && calls.stream().anyMatch(emits)) {
                emitted = loopBegin(code, i);
                i = emitted; // what stands before it in a loop comes after it in the next round
            }
        }
        return Optional.empty();
    }

    /** The first instruction of the loops around one, or itself. */
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
