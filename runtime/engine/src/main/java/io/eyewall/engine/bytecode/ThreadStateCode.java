package io.eyewall.engine.bytecode;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Finds code of a component that stores something in the thread that runs it: a thread-local value,
 * a diagnostic context, the context class loader, the priority. Values that the code stores around
 * an emit would be visible to receivers that are called within the emit, and values that it leaves
 * behind would be visible to other components that the thread runs.
 */
final class ThreadStateCode {
    /** Maximum number of methods that are examined for one component. */
    private static final int MAX_METHODS = 500;

    private static final String THREAD = "java/lang/Thread";
    private static final String THREAD_LOCAL = "java/lang/ThreadLocal";

    /** Methods of {@code Thread} that store in the thread. */
    private static final Set<String> THREAD_SETTERS =
            Set.of("setContextClassLoader", "setPriority", "setUncaughtExceptionHandler");

    /** Classes whose static methods store in the calling thread. */
    private static final Set<String> CONTEXTS =
            Set.of(
                    "org/apache/log4j/MDC",
                    "org/apache/log4j/NDC",
                    "org/apache/logging/log4j/CloseableThreadContext",
                    "org/apache/logging/log4j/ThreadContext",
                    "org/jboss/logging/MDC",
                    "org/slf4j/MDC");

    /** Names, or beginnings of names, of the methods of {@link #CONTEXTS} that store. */
    private static final Set<String> STORING_METHODS = Set.of("put", "push", "setContextMap");

    private static final String OPEN_TELEMETRY = "io/opentelemetry/";

    private ThreadStateCode() {}

    /**
     * Returns where a component stores something in its thread; empty if nowhere. Covers the
     * component's own code in the classes and lambdas of its objects, and the methods that this
     * code calls by name. Overriding methods to which a call may lead are not examined, to avoid
     * reports of calls that never happen.
     *
     * @param objects the objects that the component consists of
     */
    static Optional<String> find(ObjectClasses objects, OwnCode own, ClassFiles files) {
        Set<MethodCode> visited = new HashSet<>();
        Queue<MethodCode> waiting = new ArrayDeque<>();
        for (HeldLambda lambda : objects.lambdas()) {
            findMethod(lambda.code(), files).ifPresent(waiting::add);
        }
        for (String type : objects.names()) {
            if (own.contains(type)) {
                files.read(type).ifPresent(code -> waiting.addAll(code.methods().values()));
            }
        }
        for (MethodCode next = waiting.poll(); next != null; next = waiting.poll()) {
            if (own.contains(next.owner()) && visited.size() < MAX_METHODS && visited.add(next)) {
                Optional<String> location = firstStore(next, files);
                if (location.isPresent()) {
                    return location;
                }
                for (MethodCall call : next.calls()) {
                    findMethod(call, files).ifPresent(waiting::add);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the method that a call names, if the application declares it in that class. */
    private static Optional<MethodCode> findMethod(MethodCall call, ClassFiles files) {
        return ClassFiles.isCandidate(call.owner())
                ? files.read(call.owner()).map(code -> code.methods().get(call.signature()))
                : Optional.empty();
    }

    private static Optional<String> firstStore(MethodCode method, ClassFiles files) {
        boolean usesOwnThread =
                method.calls().stream()
                        .anyMatch(
                                call ->
                                        call.owner().equals(THREAD)
                                                && call.name().equals("currentThread"));
        return method.locationOfFirstCall(call -> storesInThread(call, usesOwnThread, files));
    }

    private static boolean storesInThread(
            MethodCall call, boolean usesOwnThread, ClassFiles files) {
        if (call.owner().equals(THREAD)) {
            return usesOwnThread && THREAD_SETTERS.contains(call.name());
        }
        if (CONTEXTS.contains(call.owner())) {
            return STORING_METHODS.stream().anyMatch(call.name()::startsWith);
        }
        return (call.name().equals("set") && files.lineage(call.owner()).contains(THREAD_LOCAL))
                || (call.name().equals("makeCurrent") && call.owner().startsWith(OPEN_TELEMETRY));
    }
}
