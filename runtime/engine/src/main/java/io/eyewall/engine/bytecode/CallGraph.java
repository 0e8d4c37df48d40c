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
 * The methods of an application that a component's objects may call: the objects' own methods and
 * all that these lead to. A call leads to the method of the class that it names, and to the methods
 * that override it in classes of which the component holds objects or creates some (rapid type
 * analysis, Bacon and Sweeney 1996). Objects in static fields that the code reads belong to the
 * component, too. Bounded by {@value #MAX_METHODS} methods, the nearest first.
 *
 * <p>The analysis visits each call and each class once, and once more when a call meets a class
 * that it may lead to, so that its duration grows with the number of calls and classes found.
 */
final class CallGraph {
    private static final int MAX_METHODS = 5000;

    /**
     * Maximum number of classes of held objects that are assumed to be called from anywhere, so
     * that all of their methods belong to the graph; the nearest classes count first.
     */
    private static final int MAX_OPEN_CLASSES = 300;

    /** Beginning of the names of the methods that contain the code of lambdas. */
    private static final String LAMBDA = "lambda$";

    /**
     * Methods that run before or after tuples are processed. A static field that they read may have
     * held one of many objects at that time; the object that is used later is in a field of the
     * component.
     */
    private static final Set<String> STATICS_NOT_FOLLOWED_IN =
            Set.of(
                    "<clinit>",
                    "open",
                    "prepare",
                    "close",
                    "cleanup",
                    "declareOutputFields",
                    "getComponentConfiguration");

    /** Supertypes outside the application that do not call the methods of their subtypes. */
    private static final Set<String> NO_CALLBACKS =
            Set.of("java/lang/Object", "java/io/Serializable", "java/lang/Cloneable");

    private final ClassFiles files;
    private final ObjectClasses objects;
    private final Set<StaticField> visitedStatics = new HashSet<>();

    /** Number of classes of held objects so far; see {@link #MAX_OPEN_CLASSES}. */
    private int openClasses;

    private boolean createsLockedCollection;
    private final Set<MethodCode> methods = new LinkedHashSet<>();
    private final Map<MethodCode, Set<MethodCode>> callers = new HashMap<>();
    private final Map<MethodCall, Set<MethodCode>> targets = new HashMap<>();

    /**
     * Calls found so far, by the class or interface that they name, each with the methods that make
     * it.
     */
    private final Map<String, Map<MethodCall, Set<MethodCode>>> calls = new HashMap<>();

    /** Classes that have instances, by each of their superclasses and interfaces. */
    private final Map<String, Set<String>> instantiated = new HashMap<>();

    /** Code of lambdas that have instances, by their interfaces and the ancestors of these. */
    private final Map<String, Set<MethodCode>> heldLambdas = new HashMap<>();

    private final Set<String> visitedClasses = new HashSet<>();

    /** Methods of the graph whose calls have not been followed yet. */
    private final Queue<MethodCode> waiting = new ArrayDeque<>();

    /**
     * Builds the graph.
     *
     * @param objects the component's objects; objects are added that the code reaches through
     *     static fields
     */
    CallGraph(ClassFiles files, ObjectClasses objects) {
        this.files = files;
        this.objects = objects;
        includeNewObjects();
        for (MethodCode method = waiting.poll(); method != null; method = waiting.poll()) {
            follow(method);
        }
    }

    /** Includes newly found objects. Any of their methods may be called, also by unknown code. */
    private void includeNewObjects() {
        for (String name : objects.takeNames()) {
            addInstantiated(name);
            if (openClasses++ < MAX_OPEN_CLASSES) {
                files.read(name).ifPresent(this::reachAllMethods);
            }
        }
        for (HeldLambda lambda : objects.takeLambdas()) {
            registerLambda(lambda.implemented(), resolve(lambda.code()));
        }
        for (LambdaSite site : objects.takeSites()) {
            files.read(site.host())
                    .ifPresent(
                            host -> registerLambda(site.implemented(), codeOfLambdas(site, host)));
        }
    }

    private void reachAllMethods(ClassCode type) {
        for (MethodCode method : type.methods().values()) {
            if (!method.node().name.startsWith("<")) { // the object exists already
                reach(method);
            }
        }
    }

    /**
     * Registers the code of a lambda that has an instance: calls of its interface may lead to the
     * code.
     */
    private void registerLambda(String implemented, MethodCode code) {
        boolean mayBeCalledElsewhere = false;
        for (String ancestor : files.lineage(implemented)) {
            if (NO_CALLBACKS.contains(ancestor)) {
                continue;
            }
            heldLambdas.computeIfAbsent(ancestor, key -> new LinkedHashSet<>()).add(code);
            calls.getOrDefault(ancestor, Map.of())
                    .forEach((call, makers) -> addTarget(call, code, makers));
            mayBeCalledElsewhere |= files.read(ancestor).isEmpty();
        }
        if (mayBeCalledElsewhere) {
            reach(code);
        }
    }

    /**
     * Returns whether a call names a method of the JDK's locks or semaphores, also through a
     * subclass that does not override the method.
     */
    boolean isLockOperation(MethodCall call) {
        boolean declaredThere =
                !ClassFiles.isCandidate(call.owner()) || ClassFiles.isOtherLock(call.owner());
        return files.isLock(call.owner()) && (declaredThere || targets(call).isEmpty());
    }

    /** Returns all methods of the graph. */
    Set<MethodCode> methods() {
        return methods;
    }

    /** Returns the methods to which a call by one of the graph's methods may lead. */
    Set<MethodCode> targets(MethodCall call) {
        return targets.getOrDefault(call, Set.of());
    }

    /**
     * Returns the code to which a call of any method of an interface may lead, also if the JDK
     * makes the call.
     *
     * @param name internal name of the interface
     */
    Set<MethodCode> codeImplementing(String name) {
        Set<MethodCode> code = new LinkedHashSet<>(heldLambdas.getOrDefault(name, Set.of()));
        for (String each : instantiated.getOrDefault(name, Set.of())) {
            if (ClassFiles.isCandidate(each)) {
                files.read(each).ifPresent(type -> code.addAll(type.methods().values()));
            }
        }
        return code;
    }

    /** Returns whether the component has a collection whose every method holds a lock. */
    boolean hasLockedCollection() {
        return objects.hasLockedCollection() || createsLockedCollection;
    }

    /** Returns whether a class is one of the others, or extends or implements one of them. */
    boolean isOneOf(String name, Set<String> others) {
        return others.stream().anyMatch(files.lineage(name)::contains);
    }

    /** Adds to a set of methods all their direct and indirect callers. */
    void addCallers(Set<MethodCode> closure) {
        Deque<MethodCode> called = new ArrayDeque<>(closure);
        for (MethodCode next = called.poll(); next != null; next = called.poll()) {
            for (MethodCode caller : callersOf(next)) {
                if (closure.add(caller)) {
                    called.add(caller);
                }
            }
        }
    }

    /** Returns the methods that may call a method. */
    Set<MethodCode> callersOf(MethodCode method) {
        return callers.getOrDefault(method, Set.of());
    }

    /** Returns the code of the lambdas that a class may have created at a site. */
    private Set<MethodCode> codeOfLambdas(LambdaSite site, ClassCode host) {
        Set<MethodCode> code = new LinkedHashSet<>();
        for (MethodCode method : host.methods().values()) {
            method.lambdasOf(site).forEach(lambda -> code.addAll(resolve(lambda)));
        }
        if (code.isEmpty()) { // created in another way: any lambda of the host is possible
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

    /** Adds a method to the graph unless the graph is full. */
    private void reach(MethodCode method) {
        if (methods.size() < MAX_METHODS && methods.add(method)) {
            waiting.add(method);
        }
    }

    /** Adds what a method calls, instantiates and reads from static fields. */
    private void follow(MethodCode method) {
        method.instantiatedClasses().stream()
                .filter(ClassFiles::isCandidate)
                .forEach(this::addInstantiated);
        for (MethodCall call : method.calls()) {
            createsLockedCollection |= LockedCallbacks.createsLockedCollection(call);
            Map<MethodCall, Set<MethodCode>> callsOfOwner =
                    calls.computeIfAbsent(call.owner(), owner -> new LinkedHashMap<>());
            Set<MethodCode> makers = callsOfOwner.get(call);
            if (makers == null) {
                makers = new LinkedHashSet<>();
                callsOfOwner.put(call, makers);
                targets.put(call, resolve(call));
            }
            makers.add(method);
            targets(call).forEach(target -> addCaller(method, target));
        }
        if (!isFactory(method) || !callersOf(method).isEmpty()) {
            method.lambdas()
                    .forEach(
                            (site, instantiated) ->
                                    instantiated.forEach(
                                            call ->
                                                    registerLambda(
                                                            site.implemented(), resolve(call))));
        }
        if (!STATICS_NOT_FOLLOWED_IN.contains(method.node().name)) {
            method.staticFieldsRead().forEach(this::followStatic);
        }
    }

    private void registerLambda(String implemented, Set<MethodCode> lambdas) {
        lambdas.forEach(code -> registerLambda(implemented, code));
    }

    /**
     * Includes the object that a static field of the application holds: application code may be
     * passed around in it.
     */
    private void followStatic(StaticField field) {
        if (ClassFiles.isCandidate(field.owner())
                && visitedStatics.add(field)
                && files.read(field.owner()).isPresent()) {
            objects.add(files.staticValue(field));
            includeNewObjects();
        }
    }

    private void addCaller(MethodCode caller, MethodCode target) {
        reach(target);
        Set<MethodCode> callersOfTarget =
                callers.computeIfAbsent(target, key -> new LinkedHashSet<>());
        if (callersOfTarget.isEmpty() && isFactory(target) && !target.lambdas().isEmpty()) {
            waiting.add(target); // followed again: the lambdas that it creates exist now
        }
        callersOfTarget.add(caller);
    }

    /**
     * Returns whether a method can only be called by code that names it, so that its lambdas exist
     * only if the graph contains a caller. Other methods may also be called by code outside the
     * graph, which may have created their lambdas long ago.
     */
    private static boolean isFactory(MethodCode method) {
        return (method.node().access & Opcodes.ACC_STATIC) != 0
                && !method.node().name.startsWith(LAMBDA);
    }

    /**
     * Registers that a class has instances: it may override methods that have been called so far.
     */
    private void addInstantiated(String name) {
        if (!visitedClasses.add(name)) {
            return;
        }
        for (String ancestor : files.lineage(name)) {
            instantiated.computeIfAbsent(ancestor, key -> new LinkedHashSet<>()).add(name);
            calls.getOrDefault(ancestor, Map.of())
                    .forEach((call, makers) -> addOverriding(name, call, makers));
        }
    }

    private void addOverriding(String name, MethodCall call, Set<MethodCode> makers) {
        MethodCode found = findMethod(name, call.signature()).orElse(null);
        if (found != null) {
            addTarget(call, found, makers);
        }
    }

    private void addTarget(MethodCall call, MethodCode found, Set<MethodCode> makers) {
        if (targets(call).add(found)) {
            makers.forEach(maker -> addCaller(maker, found));
        }
    }

    private Set<MethodCode> resolve(MethodCall call) {
        Set<MethodCode> found =
                new LinkedHashSet<>(heldLambdas.getOrDefault(call.owner(), Set.of()));
        findMethod(call.owner(), call.signature()).ifPresent(found::add);
        for (String name : instantiated.getOrDefault(call.owner(), Set.of())) {
            findMethod(name, call.signature()).ifPresent(found::add);
        }
        return found;
    }

    /** Returns the method that an instance of the class has, if the application declares it. */
    private Optional<MethodCode> findMethod(String name, String signature) {
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
