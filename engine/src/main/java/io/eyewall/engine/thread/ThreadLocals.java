package io.eyewall.engine.thread;

import io.eyewall.engine.memory.HeapReader;
import java.lang.ref.Reference;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The thread-local values of the calling thread that some code has stored with {@link
 * ThreadLocal#set} and can't compute again on another thread. A variable with an {@code
 * initialValue} is a cache: any thread makes its own value; unless it is a collection into which
 * code has put something since, or a counter. Caches are also buffers, formats, soft references,
 * and what logging and network libraries keep for themselves.
 *
 * <p>The JDK has no API for this. The fields {@code threadLocals} and {@code
 * inheritableThreadLocals} of {@link Thread} are read by {@link HeapReader}, which needs no options
 * of the JVM; nothing is ever written. Where a JVM has other fields, {@link #isReadable} returns
 * false and no value is found.
 */
final class ThreadLocals {
    /** Beginnings of class names whose values any thread can make anew. */
    private static final List<String> CACHES =
            List.of(
                    "ch.qos.logback.",
                    "com.fasterxml.jackson.",
                    "io.netty.",
                    "java.nio.",
                    "java.text.",
                    "java.util.regex.",
                    "java.util.zip.",
                    "jdk.",
                    "org.apache.logging.log4j.",
                    "org.apache.storm.shade.",
                    "org.apache.storm.thrift.",
                    "org.slf4j.",
                    "sun.");

    private static final @Nullable Reader READER = Reader.create();

    /** Whether a class computes its own values, and is no more than a cache. */
    private static final ClassValue<Boolean> COMPUTES_VALUES =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return declaresInitialValue(type);
                }
            };

    private ThreadLocals() {}

    /** Whether this JVM lets the values be read. */
    static boolean isReadable() {
        return READER != null;
    }

    /** The stored values of the calling thread by variable; a copy, compared by identity. */
    static IdentityHashMap<ThreadLocal<?>, Object> stored() {
        IdentityHashMap<ThreadLocal<?>, Object> stored = new IdentityHashMap<>();
        if (READER != null) {
            READER.forEach(
                    Thread.currentThread(),
                    (variable, value) -> {
                        if (!isEmpty(value) && !isCache(variable, value)) {
                            stored.put(variable, value);
                        }
                    });
        }
        return stored;
    }

    private static boolean isEmpty(Object value) {
        return Boolean.FALSE.equals(value)
                || (isOfJdk(value, "java.util.")
                        && ((value instanceof Collection<?> values && values.isEmpty())
                                || (value instanceof Map<?, ?> map && map.isEmpty())));
    }

    /** Whether the value's methods are the JDK's own, so that calling them runs no user code. */
    private static boolean isOfJdk(Object value, String prefix) {
        Class<?> type = value.getClass();
        return type.getClassLoader() == null
                && type.getName().startsWith(prefix)
                && !type.getName().startsWith("java.util.Collections$"); // wraps any collection
    }

    private static boolean isCache(ThreadLocal<?> variable, Object value) {
        return (COMPUTES_VALUES.get(variable.getClass()) && !isFilled(value))
                || isCache(value)
                || (value instanceof Object[] several && areCaches(several));
    }

    /** Whether code has put something into a value that was computed, or has counted with it. */
    private static boolean isFilled(Object value) {
        if (value instanceof Number number) {
            return isOfJdk(value, "java.util.concurrent.atomic.") && number.doubleValue() != 0;
        }
        return (value instanceof Collection<?> || value instanceof Map<?, ?>)
                && isOfJdk(value, "java.util.")
                && !isEmpty(value);
    }

    private static boolean isCache(Object value) {
        return value instanceof Reference<?>
                || value instanceof StringBuilder
                || value instanceof StringBuffer
                || value instanceof java.util.Random
                || isCacheClass(value.getClass());
    }

    /** As Log4j has an encoder and its buffers in an array, at the first line that it writes. */
    private static boolean areCaches(Object[] several) {
        boolean any = false;
        for (Object one : several) {
            if (one != null && !isCache(one)) {
                return false;
            }
            any |= one != null;
        }
        return any;
    }

    private static boolean isCacheClass(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (element.isPrimitive()) {
            return type.isArray(); // a buffer
        }
        String name = element.getName();
        return CACHES.stream().anyMatch(name::startsWith);
    }

    private static boolean declaresInitialValue(Class<?> type) {
        for (Class<?> c = type; c != ThreadLocal.class && c != null; c = c.getSuperclass()) {
            for (var method : c.getDeclaredMethods()) {
                if (method.getName().equals("initialValue") && method.getParameterCount() == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Given each variable that has a value. */
    private interface Visitor {
        void visit(ThreadLocal<?> variable, Object value);
    }

    /**
     * Reads the JDK's maps of thread-local values, by the places of their fields.
     *
     * @param maps the two fields of a thread that refer to its maps
     * @param table the field of a map that refers to its entries, whose keys are weak references
     * @param value the field of an entry that refers to its value
     */
    private record Reader(List<Object> maps, Object table, Object value) {
        /** Null where the JVM has no such fields, or does not let them be read. */
        static @Nullable Reader create() {
            try {
                Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
                Class<?> entry = Class.forName("java.lang.ThreadLocal$ThreadLocalMap$Entry");
                return new Reader(
                        List.of(
                                field(Thread.class, "threadLocals"),
                                field(Thread.class, "inheritableThreadLocals")),
                        field(map, "table"),
                        field(entry, "value"));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        private static Object field(Class<?> type, String name)
                throws ReflectiveOperationException {
            Object place = HeapReader.place(type.getDeclaredField(name));
            if (place == null) {
                throw new IllegalAccessException(type.getName() + "." + name);
            }
            return place;
        }

        /** Visits all values of the calling thread: no other thread's maps hold still. */
        void forEach(Thread caller, Visitor visitor) {
            maps.forEach(map -> visit(HeapReader.read(caller, map), visitor));
        }

        private void visit(@Nullable Object map, Visitor visitor) {
            if (map == null || !(HeapReader.read(map, table) instanceof Object[] entries)) {
                return;
            }
            for (Object entry : entries) {
                if (entry instanceof Reference<?> key
                        && key.get() instanceof ThreadLocal<?> variable) {
                    Object stored = HeapReader.read(entry, value);
                    if (stored != null) {
                        visitor.visit(variable, stored);
                    }
                }
            }
        }
    }
}
