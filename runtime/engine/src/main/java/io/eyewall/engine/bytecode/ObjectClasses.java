package io.eyewall.engine.bytecode;

import io.eyewall.engine.memory.HeapReader;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes and lambdas of the objects that a component consists of. A bolt may wrap another
 * bolt, or receive its code in {@code prepare}. The search follows the objects' fields, the nearest
 * objects first; it calls none of their methods and initializes no class.
 *
 * <p>The search is bounded by the number of objects in total, per class and per array. For one
 * thread; more objects may be added.
 */
final class ObjectClasses {
    private static final int MAX_OBJECTS = 10_000;

    /** Objects per class: further ones are most probably alike. */
    private static final int MAX_OF_CLASS = 64;

    /** Objects per class of the JDK, such as nodes of its collections. */
    private static final int MAX_OF_JDK_CLASS = 4000;

    /** Elements of an array that are examined, without nulls. */
    private static final int MAX_ELEMENTS = 2000;

    /** Elements of an array that are read, nulls included. */
    private static final int MAX_SLOTS = 20_000;

    private final ObjectShapes shapes;
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<HeldLambda> lambdas = new LinkedHashSet<>();
    private final Set<LambdaSite> sites = new LinkedHashSet<>();
    private final List<String> newNames = new ArrayList<>();
    private final List<HeldLambda> newLambdas = new ArrayList<>();
    private final List<LambdaSite> newSites = new ArrayList<>();

    /** Objects that have been visited or are waiting to be visited. */
    private final Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Map<Class<?>, Integer> counts = new HashMap<>();
    private final Queue<Object> waiting = new ArrayDeque<>();
    private boolean hasLockedCollection;

    private ObjectClasses(ObjectShapes shapes) {
        this.shapes = shapes;
    }

    static ObjectClasses of(Collection<?> objects, ObjectShapes shapes) {
        ObjectClasses classes = new ObjectClasses(shapes);
        objects.forEach(classes::enqueue);
        classes.visitWaiting();
        return classes;
    }

    /**
     * Returns the internal names of all classes found, the nearest first, superclasses included.
     */
    Set<String> names() {
        return names;
    }

    /** Returns all lambdas found whose objects identify their code. */
    Set<HeldLambda> lambdas() {
        return lambdas;
    }

    /** Returns the creation sites of all other lambdas found. */
    Set<LambdaSite> sites() {
        return sites;
    }

    /** Returns whether a collection was found whose every method holds a lock. */
    boolean hasLockedCollection() {
        return hasLockedCollection;
    }

    /** Returns the number of objects that have been visited or are waiting to be visited. */
    int visitedObjects() {
        return found.size();
    }

    /** Adds an object and all objects that it leads to. */
    void add(@Nullable Object object) {
        enqueue(object);
        visitWaiting();
    }

    /**
     * Removes and returns the internal names found since the last call, superclasses included, the
     * nearest first.
     */
    List<String> takeNames() {
        return take(newNames);
    }

    /**
     * Removes and returns the lambdas found since the last call whose objects identify their code.
     */
    List<HeldLambda> takeLambdas() {
        return take(newLambdas);
    }

    /** Removes and returns the creation sites of the other lambdas found since the last call. */
    List<LambdaSite> takeSites() {
        return take(newSites);
    }

    private static <T> List<T> take(List<T> from) {
        List<T> taken = List.copyOf(from);
        from.clear();
        return taken;
    }

    /** Visits all objects that are waiting, and those that they lead to. */
    private void visitWaiting() {
        for (Object next = waiting.poll(); next != null; next = waiting.poll()) {
            visit(next);
        }
    }

    private void visit(Object object) {
        if (object instanceof Object[] array) {
            visitArray(array);
            return;
        }
        hasLockedCollection |= LockedCallbacks.isLockedCollection(object.getClass());
        ObjectShape shape = shapes.of(object.getClass());
        for (String name : shape.names()) {
            addNew(name, names, newNames);
        }
        if (shape.lambda() != null) {
            addLambda(object, shape, shape.lambda());
        }
        for (Object field : shape.references()) {
            enqueue(HeapReader.read(object, field));
        }
    }

    private void visitArray(Object[] array) {
        int elements = 0;
        for (int i = 0; i < array.length && i < MAX_SLOTS && elements < MAX_ELEMENTS; i++) {
            if (array[i] != null) {
                elements++;
                enqueue(array[i]);
            }
        }
    }

    private void addLambda(Object lambda, ObjectShape shape, LambdaSite site) {
        if (shape.writeReplace() != null) {
            try {
                SerializedLambda code = (SerializedLambda) shape.writeReplace().invoke(lambda);
                MethodCall call =
                        new MethodCall(
                                code.getImplClass(),
                                code.getImplMethodName(),
                                code.getImplMethodSignature());
                String implemented = code.getFunctionalInterfaceClass();
                addNew(new HeldLambda(implemented, call), lambdas, newLambdas);
                return;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // falls back to the site, which is less precise
            }
        }
        addNew(site, sites, newSites);
    }

    private static <T> void addNew(T element, Set<T> known, List<T> fresh) {
        if (known.add(element)) {
            fresh.add(element);
        }
    }

    /** Adds an object to those to be visited, unless it was found before or exceeds a bound. */
    private void enqueue(@Nullable Object value) {
        if (value == null || found.size() >= MAX_OBJECTS) {
            return;
        }
        Class<?> type = value.getClass();
        int limit = MAX_OF_JDK_CLASS;
        if (!(value instanceof Object[])) {
            if (type.isArray()) {
                return;
            }
            ObjectShape shape = shapes.of(type);
            if (shape.isEmpty()) {
                return;
            }
            limit = shape.isOfJdk() ? MAX_OF_JDK_CLASS : MAX_OF_CLASS;
        }
        if (counts.getOrDefault(type, 0) < limit && found.add(value)) {
            counts.merge(type, 1, Integer::sum);
            waiting.add(value);
        }
    }
}
