package io.eyewall.engine.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The thread-local values of the calling thread that some code has stored with {@link
 * ThreadLocal#set} and can't compute again on another thread. A variable with an {@code
 * initialValue} is a cache: any thread makes its own value. So are buffers, formats, soft
 * references, and what logging and network libraries keep for themselves.
 *
 * <p>The JDK has no API for this. The fields {@code threadLocals} and {@code
 * inheritableThreadLocals} of {@link Thread} are read through {@code sun.misc.Unsafe}, which needs
 * no options of the JVM; nothing is ever written. Where a JVM has other fields, {@link #isReadable}
 * returns false and no value is found.
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
        return COMPUTES_VALUES.get(variable.getClass())
                || isCache(value)
                || (value instanceof Object[] several && areCaches(several));
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

    /** Reads the JDK's maps of thread-local values. */
    private static final class Reader {
        private static final MethodType GET_OBJECT =
                MethodType.methodType(Object.class, Object.class, long.class);

        private final MethodHandle getObject;
        private final long threadLocals;
        private final long inheritableThreadLocals;
        private final long table;
        private final long value;

        private Reader(MethodHandle getObject, Offsets offsets)
                throws ReflectiveOperationException {
            Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
            Class<?> entry = Class.forName("java.lang.ThreadLocal$ThreadLocalMap$Entry");
            this.getObject = getObject;
            this.threadLocals = offsets.of(Thread.class, "threadLocals");
            this.inheritableThreadLocals = offsets.of(Thread.class, "inheritableThreadLocals");
            this.table = offsets.of(map, "table");
            this.value = offsets.of(entry, "value");
        }

        /** Where fields lie in their objects. */
        private interface Offsets {
            long of(Class<?> type, String field) throws ReflectiveOperationException;
        }

        /** Null where the JVM has no such fields, or does not let them be read. */
        static @Nullable Reader create() {
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field singleton = type.getDeclaredField("theUnsafe");
                singleton.setAccessible(true);
                Object unsafe = singleton.get(null);
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                MethodHandle offset =
                        lookup.findVirtual(
                                        type,
                                        "objectFieldOffset",
                                        MethodType.methodType(long.class, Field.class))
                                .bindTo(unsafe);
                MethodHandle getObject =
                        lookup.findVirtual(type, "getObject", GET_OBJECT).bindTo(unsafe);
                Reader reader =
                        new Reader(
                                getObject,
                                (of, field) -> {
                                    try {
                                        return (long) offset.invoke(of.getDeclaredField(field));
                                    } catch (ReflectiveOperationException | RuntimeException e) {
                                        throw e;
                                    } catch (Throwable e) {
                                        throw new ReflectiveOperationException(e);
                                    }
                                });
                reader.forEach(Thread.currentThread(), (variable, value) -> {}); // it works
                return reader;
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return null;
            }
        }

        /** Visits all values of the calling thread: no other thread's maps hold still. */
        void forEach(Thread caller, Visitor visitor) {
            visit(read(caller, threadLocals), visitor);
            visit(read(caller, inheritableThreadLocals), visitor);
        }

        private void visit(@Nullable Object map, Visitor visitor) {
            Object entries = map == null ? null : read(map, table);
            int length = entries == null ? 0 : Array.getLength(entries);
            for (int i = 0; i < length; i++) {
                Object entry = Array.get(entries, i);
                if (entry instanceof Reference<?> key
                        && key.get() instanceof ThreadLocal<?> variable) {
                    Object stored = read(entry, value);
                    if (stored != null) {
                        visitor.visit(variable, stored);
                    }
                }
            }
        }

        private @Nullable Object read(Object of, long offset) {
            try {
                return (Object) getObject.invoke(of, offset);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
