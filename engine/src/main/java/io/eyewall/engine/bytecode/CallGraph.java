package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * The methods of an application that a component's objects may call: its own, and those that they
 * lead to. A call leads to the method of the class that it names, and to those that override it in
 * classes of which the component has objects or makes some (rapid type analysis, Bacon and Sweeney
 * 1996). Bounded by {@value #MOST_METHODS} methods, the nearest first.
 */
final class CallGraph {
    private static final int MOST_METHODS = 5000;
    private static final String LAMBDA = "lambda$";

    private final ClassFiles files;
    private final Set<MethodCode> methods = new LinkedHashSet<>();
    private final Set<String> instantiated = new LinkedHashSet<>();
    private final Map<Call, Set<MethodCode>> targets = new HashMap<>();
    private final Queue<MethodCode> waiting = new ArrayDeque<>();

    CallGraph(ClassFiles files, ObjectClasses objects) {
        this.files = files;
        for (String name : objects.names()) {
            instantiated.add(name);
            code(name).ifPresent(code -> code.methods().values().forEach(this::reach));
        }
        objects.lambdas().forEach(lambda -> resolve(lambda).forEach(this::reach));
        for (String name : objects.lambdaHosts()) {
            code(name).ifPresent(this::reachLambdas);
        }
        int before;
        do {
            before = methods.size() + instantiated.size();
            followAll();
            List.copyOf(methods).forEach(this::follow); // calls of what is overridden since
        } while (methods.size() + instantiated.size() > before && methods.size() < MOST_METHODS);
        targets.clear();
    }

    /** All of them. */
    Set<MethodCode> methods() {
        return methods;
    }

    /** Where a call may lead. */
    Set<MethodCode> targets(Call call) {
        return targets.computeIfAbsent(call, this::resolve);
    }

    private void reachLambdas(ClassCode host) {
        host.methods()
                .forEach(
                        (signature, method) -> {
                            if (signature.startsWith(LAMBDA)) {
                                reach(method);
                            }
                        });
    }

    private void reach(MethodCode method) {
        if (methods.size() < MOST_METHODS && methods.add(method)) {
            waiting.add(method);
        }
    }

    private void followAll() {
        for (MethodCode method = waiting.poll(); method != null; method = waiting.poll()) {
            follow(method);
        }
    }

    private void follow(MethodCode method) {
        method.made().stream().filter(ClassFiles::isCandidate).forEach(instantiated::add);
        method.calls().forEach(call -> resolve(call).forEach(this::reach));
    }

    private Set<MethodCode> resolve(Call call) {
        Set<MethodCode> found = new LinkedHashSet<>();
        inherited(call.owner(), call.signature()).ifPresent(found::add);
        for (String name : instantiated) {
            if (files.supertypes(name).contains(call.owner())) {
                inherited(name, call.signature()).ifPresent(found::add);
            }
        }
        return found;
    }

    /** The method that an object of the class has, as far as the application declares it. */
    private Optional<MethodCode> inherited(String name, String signature) {
        Optional<ClassCode> code = code(name);
        if (code.isEmpty()) {
            return Optional.empty();
        }
        MethodCode own = code.get().methods().get(signature);
        if (own != null) {
            return Optional.of(own);
        }
        for (String supertype : code.get().supertypes()) {
            Optional<MethodCode> found = inherited(supertype, signature);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<ClassCode> code(String name) {
        return files.read(name);
    }
}
