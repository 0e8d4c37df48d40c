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
 * The classes of the objects that a component consists of, and their lambdas: a bolt may wrap
 * another one, or have been given its code in {@code prepare}. Objects are looked into by their
 * fields, the nearest first; no method of theirs is called, and no class initialized.
 *
 * <p>Bounded, whatever they refer to: by objects in all, of each class, and of each array. For one
 * thread; more objects may be added.
 */
final class ObjectClasses {
    private static final int MOST_OBJECTS = 10_000;

    /** Of one class: others are most probably like these. */
    private static final int MOST_OF_CLASS = 64;

    /** The same of parts of the JDK's collections. */
    private static final int MOST_OF_JDK_CLASS = 4000;

    private static final int MOST_ELEMENTS = 2000;
    private static final int MOST_SLOTS = 20_000;

    private final ObjectShapes shapes;
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<HeldLambda> lambdas = new LinkedHashSet<>();
    private final Set<LambdaSite> sites = new LinkedHashSet<>();
    private final List<String> newNames = new ArrayList<>();
    private final List<HeldLambda> newLambdas = new ArrayList<>();
    private final List<LambdaSite> newSites = new ArrayList<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Class<?>, Integer> counts = new HashMap<>();
    private final Queue<Object> waiting = new ArrayDeque<>();
    private boolean hasLockedCollection;

    private ObjectClasses(ObjectShapes shapes) {
        this.shapes = shapes;
    }

    static ObjectClasses of(Collection<?> objects, ObjectShapes shapes) {
        ObjectClasses classes = new ObjectClasses(shapes);
        objects.forEach(classes::addIfAny);
        classes.walk();
        return classes;
    }

    /** Internal names of all that has been found, the nearest first, superclasses included. */
    Set<String> names() {
        return names;
    }

    /** All lambdas found that tell which they are. */
    Set<HeldLambda> lambdas() {
        return lambdas;
    }

    /** Where all others are made. */
    Set<LambdaSite> sites() {
        return sites;
    }

    /** Whether there is a collection whose every method holds a lock. */
    boolean hasLockedCollection() {
        return hasLockedCollection;
    }

    /** Objects that it has looked into, or will. */
    int lookedInto() {
        return seen.size();
    }

    /** Adds an object with all that it leads to. */
    void add(@Nullable Object object) {
        addIfAny(object);
        walk();
    }

    /** Internal names that nobody has taken yet, superclasses included, the nearest first. */
    List<String> takeNames() {
        return take(newNames);
    }

    /** Lambdas that tell which they are; as {@link #takeNames}. */
    List<HeldLambda> takeLambdas() {
        return take(newLambdas);
    }

    /** Where the others are made; as {@link #takeNames}. */
    List<LambdaSite> takeSites() {
        return take(newSites);
    }

    private static <T> List<T> take(List<T> from) {
        List<T> taken = List.copyOf(from);
        from.clear();
        return taken;
    }

    private void walk() {
        for (Object one = waiting.poll(); one != null; one = waiting.poll()) {
            visit(one);
        }
    }

    private void visit(Object one) {
        if (one instanceof Object[] array) {
            visitArray(array);
            return;
        }
        hasLockedCollection |= LockedCallbacks.isLockedCollection(one.getClass());
        ObjectShape shape = shapes.of(one.getClass());
        for (String name : shape.names()) {
            addNew(name, names, newNames);
        }
        if (shape.lambda() != null) {
            addLambda(one, shape, shape.lambda());
        }
        for (Object place : shape.places()) {
            addIfAny(HeapReader.read(one, place));
        }
    }

    private void visitArray(Object[] array) {
        int elements = 0;
        for (int i = 0; i < array.length && i < MOST_SLOTS && elements < MOST_ELEMENTS; i++) {
            if (array[i] != null) {
                elements++;
                addIfAny(array[i]);
            }
        }
    }

    private void addLambda(Object lambda, ObjectShape shape, LambdaSite site) {
        if (shape.replacer() != null) {
            try {
                SerializedLambda code = (SerializedLambda) shape.replacer().invoke(lambda);
                Call call =
                        new Call(
                                code.getImplClass(),
                                code.getImplMethodName(),
                                code.getImplMethodSignature());
                String implemented = code.getFunctionalInterfaceClass();
                addNew(new HeldLambda(implemented, call), lambdas, newLambdas);
                return;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // its site tells as well, if less
            }
        }
        addNew(site, sites, newSites);
    }

    private static <T> void addNew(T one, Set<T> known, List<T> fresh) {
        if (known.add(one)) {
            fresh.add(one);
        }
    }

    private void addIfAny(@Nullable Object value) {
        if (value == null || seen.size() >= MOST_OBJECTS) {
            return;
        }
        Class<?> type = value.getClass();
        int most = MOST_OF_JDK_CLASS;
        if (!(value instanceof Object[])) {
            if (type.isArray()) {
                return;
            }
            ObjectShape shape = shapes.of(type);
            if (shape.isEmpty()) {
                return;
            }
            most = shape.isOfJdk() ? MOST_OF_JDK_CLASS : MOST_OF_CLASS;
        }
        if (counts.getOrDefault(type, 0) < most && seen.add(value)) {
            counts.merge(type, 1, Integer::sum);
            waiting.add(value);
        }
    }
}
