package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The methods of an application that a component's objects may call: its own, and those that they
 * lead to. A call leads to the method of the class that it names, and to those that override it in
 * classes of which the component has objects or makes some (rapid type analysis, Bacon and Sweeney
 * 1996). Objects in static fields that it reads belong to it, too. Bounded by {@value
 * #MOST_METHODS} methods, the nearest first.
 *
 * <p>Each call and each class is looked at once, and once more where the two meet, so that the time
 * it takes grows with what there is to find.
 */
final class CallGraph {
    private static final int MOST_METHODS = 5000;

    /** Classes of held objects all of whose methods may be called, by whomever; the nearest. */
    private static final int MOST_OPEN_CLASSES = 300;

    private static final String LAMBDA = "lambda$";

    /**
     * Methods that run before tuples do, or after them: what they take out of static fields, which
     * may be one of many things there, is in a field of the object when it is used.
     */
    private static final Set<String> UNLOOKED =
            Set.of(
                    "<clinit>",
                    "open",
                    "prepare",
                    "close",
                    "cleanup",
                    "declareOutputFields",
                    "getComponentConfiguration");

    /** Types beside the application's that call nothing of those which extend them. */
    private static final Set<String> UNCALLED =
            Set.of("java/lang/Object", "java/io/Serializable", "java/lang/Cloneable");

    private final ClassFiles files;
    private final ObjectClasses objects;
    private final Set<StaticField> seenStatics = new HashSet<>();
    private int openClasses;
    private boolean makesLockedCollection;
    private final Set<MethodCode> methods = new LinkedHashSet<>();
    private final Map<MethodCode, Set<MethodCode>> callers = new HashMap<>();
    private final Map<Call, Set<MethodCode>> targets = new HashMap<>();

    /** Calls that have been met, by the class or interface that they name, with who makes them. */
    private final Map<String, Map<Call, Set<MethodCode>>> calls = new HashMap<>();

    /** Classes of which there are objects, by each of their superclasses and interfaces. */
    private final Map<String, Set<String>> instantiated = new HashMap<>();

    /** The code of lambdas of which there are objects, by their interfaces and those' ancestors. */
    private final Map<String, Set<MethodCode>> held = new HashMap<>();

    private final Set<String> seenInstantiated = new HashSet<>();
    private final Queue<MethodCode> waiting = new ArrayDeque<>();

    /**
     * @param objects of the component; those join it that its code reaches by static fields
     */
    CallGraph(ClassFiles files, ObjectClasses objects) {
        this.files = files;
        this.objects = objects;
        takeIn();
        for (MethodCode method = waiting.poll(); method != null; method = waiting.poll()) {
            follow(method);
        }
    }

    /** Objects have been found: whatever calls them, it may call all that they have. */
    private void takeIn() {
        for (String name : objects.takeNames()) {
            instantiate(name);
            if (openClasses++ < MOST_OPEN_CLASSES) {
                files.read(name).ifPresent(this::reachMethods);
            }
        }
        for (HeldLambda lambda : objects.takeLambdas()) {
            hold(lambda.implemented(), resolve(lambda.code()));
        }
        for (LambdaSite site : objects.takeSites()) {
            files.read(site.host())
                    .ifPresent(host -> hold(site.implemented(), lambdasOf(site, host)));
        }
    }

    private void reachMethods(ClassCode of) {
        for (MethodCode method : of.methods().values()) {
            if (!method.node().name.startsWith("<")) { // an object is made no more
                reach(method);
            }
        }
    }

    /** There is a lambda: calls of its interface may lead to its code. */
    private void hold(String implemented, MethodCode code) {
        boolean mayBeCalledElsewhere = false;
        for (String ancestor : files.lineage(implemented)) {
            if (UNCALLED.contains(ancestor)) {
                continue;
            }
            held.computeIfAbsent(ancestor, one -> new LinkedHashSet<>()).add(code);
            calls.getOrDefault(ancestor, Map.of())
                    .forEach((call, makers) -> addTarget(call, code, makers));
            mayBeCalledElsewhere |= files.read(ancestor).isEmpty();
        }
        if (mayBeCalledElsewhere) {
            reach(code);
        }
    }

    /**
     * Whether a call is one of the JDK's locks or semaphores, or one of a class that extends them
     * and leaves the method as it is.
     */
    boolean isOfLock(Call call) {
        boolean declaredThere =
                !ClassFiles.isCandidate(call.owner()) || ClassFiles.isOtherLock(call.owner());
        return files.isLock(call.owner()) && (declaredThere || targets(call).isEmpty());
    }

    /** All of them. */
    Set<MethodCode> methods() {
        return methods;
    }

    /** Where a call may lead that one of the methods makes. */
    Set<MethodCode> targets(Call call) {
        return targets.getOrDefault(call, Set.of());
    }

    /** Code that a call of any method of an interface may lead to, one of the JDK's as well. */
    Set<MethodCode> implementing(String name) {
        Set<MethodCode> code = new LinkedHashSet<>(held.getOrDefault(name, Set.of()));
        for (String each : instantiated.getOrDefault(name, Set.of())) {
            if (ClassFiles.isCandidate(each)) {
                files.read(each).ifPresent(of -> code.addAll(of.methods().values()));
            }
        }
        return code;
    }

    /** Whether the component has a collection whose every method holds a lock. */
    boolean hasLockedCollection() {
        return objects.hasLockedCollection() || makesLockedCollection;
    }

    /** Whether a class is one of some others, or extends or implements one. */
    boolean isOneOf(String name, Set<String> others) {
        return others.stream().anyMatch(files.lineage(name)::contains);
    }

    /** Adds to some methods those that call one of them, and those that call these, and so on. */
    void addCallers(Set<MethodCode> some) {
        Deque<MethodCode> called = new ArrayDeque<>(some);
        for (MethodCode one = called.poll(); one != null; one = called.poll()) {
            for (MethodCode caller : callersOf(one)) {
                if (some.add(caller)) {
                    called.add(caller);
                }
            }
        }
    }

    /** The methods that may call one. */
    Set<MethodCode> callersOf(MethodCode method) {
        return callers.getOrDefault(method, Set.of());
    }

    private Set<MethodCode> lambdasOf(LambdaSite site, ClassCode host) {
        Set<MethodCode> code = new LinkedHashSet<>();
        for (MethodCode method : host.methods().values()) {
            method.lambdasOf(site).forEach(lambda -> code.addAll(resolve(lambda)));
        }
        if (code.isEmpty()) { // made otherwise: it may be any
            host.methods()
                    .forEach(
                            (signature, method) -> {
                                if (signature.startsWith(LAMBDA)) {
                                    code.add(method);
                                }
                            });
        }
        return code;
    }

    private void reach(MethodCode method) {
        if (methods.size() < MOST_METHODS && methods.add(method)) {
            waiting.add(method);
        }
    }

    private void follow(MethodCode method) {
        method.made().stream().filter(ClassFiles::isCandidate).forEach(this::instantiate);
        for (Call call : method.calls()) {
            makesLockedCollection |= LockedCallbacks.makesLockedCollection(call);
            Map<Call, Set<MethodCode>> same =
                    calls.computeIfAbsent(call.owner(), owner -> new LinkedHashMap<>());
            Set<MethodCode> makers = same.get(call);
            if (makers == null) {
                makers = new LinkedHashSet<>();
                same.put(call, makers);
                targets.put(call, resolve(call));
            }
            makers.add(method);
            targets(call).forEach(target -> meet(method, target));
        }
        if (!isFactory(method) || !callersOf(method).isEmpty()) {
            method.lambdas()
                    .forEach(
                            (site, made) ->
                                    made.forEach(call -> hold(site.implemented(), resolve(call))));
        }
        if (!UNLOOKED.contains(method.node().name)) {
            method.statics().forEach(this::look);
        }
    }

    private void hold(String implemented, Set<MethodCode> lambdas) {
        lambdas.forEach(code -> hold(implemented, code));
    }

    /** The application's code may be handed around in its static fields. */
    private void look(StaticField field) {
        if (ClassFiles.isCandidate(field.owner())
                && seenStatics.add(field)
                && files.read(field.owner()).isPresent()) {
            objects.add(files.valueOf(field));
            takeIn();
        }
    }

    private void meet(MethodCode caller, MethodCode target) {
        reach(target);
        Set<MethodCode> all = callers.computeIfAbsent(target, one -> new LinkedHashSet<>());
        if (all.isEmpty() && isFactory(target) && !target.lambdas().isEmpty()) {
            waiting.add(target); // again: what it makes is there now
        }
        all.add(caller);
    }

    /** Whether only code that names it calls a method: it may have made something long ago. */
    private static boolean isFactory(MethodCode method) {
        return (method.node().access & Opcodes.ACC_STATIC) != 0
                && !method.node().name.startsWith(LAMBDA);
    }

    /** There are objects of a class: what has been called so far may be overridden there. */
    private void instantiate(String name) {
        if (!seenInstantiated.add(name)) {
            return;
        }
        for (String ancestor : files.lineage(name)) {
            instantiated.computeIfAbsent(ancestor, one -> new LinkedHashSet<>()).add(name);
            calls.getOrDefault(ancestor, Map.of())
                    .forEach((call, makers) -> override(name, call, makers));
        }
    }

    private void override(String name, Call call, Set<MethodCode> makers) {
        MethodCode found = inherited(name, call.signature()).orElse(null);
        if (found != null) {
            addTarget(call, found, makers);
        }
    }

    private void addTarget(Call call, MethodCode found, Set<MethodCode> makers) {
        if (targets(call).add(found)) {
            makers.forEach(maker -> meet(maker, found));
        }
    }

    private Set<MethodCode> resolve(Call call) {
        Set<MethodCode> found = new LinkedHashSet<>(held.getOrDefault(call.owner(), Set.of()));
        inherited(call.owner(), call.signature()).ifPresent(found::add);
        for (String name : instantiated.getOrDefault(call.owner(), Set.of())) {
            inherited(name, call.signature()).ifPresent(found::add);
        }
        return found;
    }

    /** The method that an object of the class has, as far as the application declares it. */
    private Optional<MethodCode> inherited(String name, String signature) {
        if (!ClassFiles.isCandidate(name)) {
            return Optional.empty();
        }
        for (String ancestor : files.lineage(name)) {
            MethodCode declared =
                    files.read(ancestor).map(code -> code.methods().get(signature)).orElse(null);
            if (declared != null) {
                return Optional.of(declared);
            }
        }
        return Optional.empty();
    }
}
