package io.eyewall.engine.bytecode;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the objects that a component consists of: a bolt may wrap another one, and hold
 * lambdas. Fields are read by reflection where the JVM allows it; no method of theirs is called.
 *
 * @param names internal names, the component's own first, superclasses included
 * @param lambdas the methods that have the code of lambdas
 * @param lambdaHosts internal names of the classes that have the code of other lambdas: which of
 *     their methods that is can be told of serializable ones only
 */
record ObjectClasses(Set<String> names, Set<Call> lambdas, Set<String> lambdaHosts) {
    private static final int MOST_OBJECTS = 1000;
    private static final String LAMBDA = "$$Lambda";

    /** Not {@code TreeSet} and the like, which may be part of a larger one and compare elements. */
    private static final Set<Class<?>> PLAIN =
            Set.of(
                    ArrayList.class,
                    Arrays.asList().getClass(),
                    List.of().getClass(),
                    List.of(1).getClass(),
                    Set.of().getClass(),
                    Set.of(1).getClass(),
                    Map.of().getClass(),
                    Map.of(1, 1).getClass(),
                    LinkedList.class,
                    Vector.class,
                    ArrayDeque.class,
                    PriorityQueue.class,
                    CopyOnWriteArrayList.class,
                    ConcurrentLinkedQueue.class,
                    ConcurrentLinkedDeque.class,
                    LinkedBlockingQueue.class,
                    ArrayBlockingQueue.class,
                    HashSet.class,
                    LinkedHashSet.class,
                    HashMap.class,
                    LinkedHashMap.class,
                    IdentityHashMap.class,
                    TreeMap.class,
                    EnumMap.class,
                    Hashtable.class,
                    ConcurrentHashMap.class,
                    ConcurrentSkipListMap.class);

    static ObjectClasses of(Object component) {
        ObjectClasses classes =
                new ObjectClasses(
                        new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Queue<Object> waiting = new ArrayDeque<>();
        waiting.add(component);
        for (Object one = waiting.poll();
                one != null && seen.size() < MOST_OBJECTS;
                one = waiting.poll()) {
            if (seen.add(one)) {
                classes.visit(one, waiting);
            }
        }
        return classes;
    }

    private void visit(Object one, Queue<Object> waiting) {
        if (one instanceof Object[] array) {
            for (Object element : array) {
                addIfAny(element, waiting);
            }
            return;
        }
        for (Class<?> type = one.getClass();
                type != null && type != Object.class;
                type = type.getSuperclass()) {
            String name = type.getName().replace('.', '/');
            int lambda = type.isHidden() ? name.indexOf(LAMBDA) : -1; // else it has a file
            if (ClassFiles.isCandidate(name)) {
                if (lambda < 0) {
                    names.add(name);
                } else {
                    addLambda(one, name.substring(0, lambda));
                }
                for (Field field : fieldsOf(type)) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()) {
                        addIfAny(valueOf(field, one), waiting);
                    }
                }
            } else {
                addElements(one, waiting);
                return;
            }
        }
    }

    private void addLambda(Object lambda, String host) {
        try {
            Method replace = lambda.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true); // the JVM has made it
            SerializedLambda code = (SerializedLambda) replace.invoke(lambda);
            lambdas.add(
                    new Call(
                            code.getImplClass(),
                            code.getImplMethodName(),
                            code.getImplMethodSignature()));
        } catch (ReflectiveOperationException | RuntimeException e) {
            lambdaHosts.add(host);
        }
    }

    /** Of collections that call no user code, such as a comparator, when they are gone through. */
    private static void addElements(Object one, Queue<Object> waiting) {
        if (!PLAIN.contains(one.getClass())) {
            return;
        }
        try {
            if (one instanceof Collection<?> collection && collection.size() <= MOST_OBJECTS) {
                collection.forEach(element -> addIfAny(element, waiting));
            } else if (one instanceof Map<?, ?> map && map.size() <= MOST_OBJECTS) {
                map.values().forEach(element -> addIfAny(element, waiting));
            }
        } catch (RuntimeException changedMeanwhile) {
            // by a thread of the application; what has been found is enough
        }
    }

    private static Field[] fieldsOf(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0]; // the class of one is missing
        }
    }

    private static @Nullable Object valueOf(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // not to be read: its class may be mentioned elsewhere
        }
    }

    private static void addIfAny(@Nullable Object value, Queue<Object> waiting) {
        if (value != null) {
            waiting.add(value);
        }
    }
}
