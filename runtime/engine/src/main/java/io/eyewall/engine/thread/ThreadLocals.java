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
 * initialValue} is a cache, since any thread creates its own value, unless the value is a
 * collection that is not empty or a counter that is not zero. Other caches are buffers, formats,
 * soft references, and what logging and network libraries keep for themselves.
 *
 * <p>The JDK has no API for this. {@link HeapReader}, which needs no JVM options, reads the fields
 * {@code threadLocals} and {@code inheritableThreadLocals} of {@link Thread}; nothing is ever
 * written. If a JVM has other fields, {@link #isReadable} returns false and no value is found.
 */
final class ThreadLocals {
    /** Prefixes of the names of classes whose values any thread can create again. */
    private static final List<String> CACHE_CLASS_PREFIXES =
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

    /** Whether a class of variables computes its values, so that it is no more than a cache. */
    private static final ClassValue<Boolean> COMPUTES_VALUES =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return declaresInitialValue(type);
                }
            };

    private ThreadLocals() {}

    /** Returns whether this JVM lets the values be read. */
    static boolean isReadable() {
        return READER != null;
    }

    /**
     * Returns the stored values of the calling thread by variable; a copy, compared by identity.
     */
    static IdentityHashMap<ThreadLocal<?>, Object> copyStoredValues() {
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

    /**
     * Returns whether the value's methods are the JDK's own, so that calling them runs no user
     * code.
     */
    private static boolean isOfJdk(Object value, String prefix) {
        Class<?> type = value.getClass();
        return type.getClassLoader() == null
                && type.getName().startsWith(prefix)
                && !type.getName().startsWith("java.util.Collections$"); // calls the wrapped object
    }

    private static boolean isCache(ThreadLocal<?> variable, Object value) {
        return (COMPUTES_VALUES.get(variable.getClass()) && !isFilled(value))
                || isCache(value)
                || (value instanceof Object[] elements && holdsOnlyCaches(elements));
    }

    /** Returns whether code has put something into a computed value, or has counted with it. */
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

    /**
     * Returns whether an array holds only caches, such as Log4j's array of an encoder and its
     * buffers, which it creates at the first line that it writes.
     */
    private static boolean holdsOnlyCaches(Object[] elements) {
        boolean hasElement = false;
        for (Object arrayElement : elements) {
            if (arrayElement != null && !isCache(arrayElement)) {
                return false;
            }
            hasElement |= arrayElement != null;
        }
        return hasElement;
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
        return CACHE_CLASS_PREFIXES.stream().anyMatch(name::startsWith);
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

    /** Receives each variable that has a value. */
    private interface Visitor {
        void visit(ThreadLocal<?> variable, Object value);
    }

    /**
     * Reads the JDK's maps of thread-local values, by the locations of their fields.
     *
     * @param maps the two fields of a thread that refer to its maps
     * @param table the field of a map that refers to its entries, whose keys are weak references
     * @param value the field of an entry that refers to its value
     */
    private record Reader(List<Object> maps, Object table, Object value) {
        /** Returns a reader, or null if the JVM has no such fields or does not let them be read. */
        static @Nullable Reader create() {
            try {
                Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
                Class<?> entry = Class.forName("java.lang.ThreadLocal$ThreadLocalMap$Entry");
                return new Reader(
                        List.of(
                                locateField(Thread.class, "threadLocals"),
                                locateField(Thread.class, "inheritableThreadLocals")),
                        locateField(map, "table"),
                        locateField(entry, "value"));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        private static Object locateField(Class<?> type, String name)
                throws ReflectiveOperationException {
            Object location = HeapReader.locate(type.getDeclaredField(name));
            if (location == null) {
                throw new IllegalAccessException(type.getName() + "." + name);
            }
            return location;
        }

        /**
         * Visits all values of the calling thread; the maps of other threads may change meanwhile.
         */
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
