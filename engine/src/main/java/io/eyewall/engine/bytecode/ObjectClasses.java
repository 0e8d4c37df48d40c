package io.eyewall.engine.bytecode;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
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
            int lambda = name.indexOf(LAMBDA);
            if (ClassFiles.isCandidate(name)) {
                if (lambda < 0) {
                    names.add(name);
                } else {
                    addLambda(one, name.substring(0, lambda));
                }
                for (Field field : type.getDeclaredFields()) {
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

    /** Of the JDK's collections, whose methods are no user code unless they wrap some. */
    private static void addElements(Object one, Queue<Object> waiting) {
        String name = one.getClass().getName();
        if (!name.startsWith("java.util.") || name.startsWith("java.util.Collections$")) {
            return;
        }
        if (one instanceof Collection<?> collection && collection.size() <= MOST_OBJECTS) {
            collection.forEach(element -> addIfAny(element, waiting));
        } else if (one instanceof Map<?, ?> map && map.size() <= MOST_OBJECTS) {
            map.values().forEach(element -> addIfAny(element, waiting));
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
