package io.eyewall.engine.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads references out of objects of any class, those of {@code java.base} included, without
 * calling any of their methods. It uses {@code sun.misc.Unsafe}, which needs no JVM option, and
 * calls it by method handles, because the compiler warns at each mention of that class and the
 * warning can't be suppressed. If a JVM denies access to it, only classes that are open to
 * reflection can be read. Any thread may call.
 */
public final class HeapReader {
    private static final @Nullable MethodHandle OFFSET =
            unsafeMethod("objectFieldOffset", MethodType.methodType(long.class, Field.class));

    /**
     * Reads with volatile semantics, so that an object which another thread has just published is
     * read with everything written before its publication.
     */
    private static final @Nullable MethodHandle GET_VOLATILE =
            unsafeMethod(
                    "getObjectVolatile",
                    MethodType.methodType(Object.class, Object.class, long.class));

    private static final @Nullable MethodHandle STATIC_OFFSET =
            unsafeMethod("staticFieldOffset", MethodType.methodType(long.class, Field.class));

    private static final @Nullable MethodHandle STATIC_BASE =
            unsafeMethod("staticFieldBase", MethodType.methodType(Object.class, Field.class));

    private HeapReader() {}

    private static @Nullable MethodHandle unsafeMethod(String method, MethodType type) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.publicLookup()
                    .findVirtual(unsafe, method, type)
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Returns the location of a field, for {@link #read}; null if the field can't be read at all.
     * The result is an object of the JDK's own classes, so that a class can cache it without
     * keeping the engine's classes alive.
     */
    public static @Nullable Object locate(Field field) {
        if (OFFSET != null && GET_VOLATILE != null) {
            try {
                return (long) OFFSET.invokeExact(field);
            } catch (Throwable e) {
                // Records and hidden classes, such as those of lambdas, have no offsets.
            }
        }
        return field.trySetAccessible() ? field : null;
    }

    /**
     * Returns the value of a reference field; null if the value is null or can't be read.
     *
     * @param object an instance of the field's class
     * @param location the field's location, see {@link #locate}
     */
    public static @Nullable Object read(Object object, Object location) {
        return location instanceof Long offset
                ? readAt(object, offset)
                : readByReflection((Field) location, object);
    }

    /**
     * Returns the value of a static field without initializing its class; null if the class has not
     * been initialized yet, or if the field can't be read.
     *
     * @param field a static field of a reference type
     */
    public static @Nullable Object readStatic(Field field) {
        if (STATIC_OFFSET == null || STATIC_BASE == null) {
            return null; // reflection would initialize the class
        }
        try {
            return readAt(
                    (Object) STATIC_BASE.invokeExact(field),
                    (long) STATIC_OFFSET.invokeExact(field));
        } catch (Throwable e) {
            return null;
        }
    }

    @SuppressWarnings("NullAway") // an offset exists only if GET_VOLATILE is not null
    private static @Nullable Object readAt(Object object, long offset) {
        try {
            return (Object) GET_VOLATILE.invokeExact(object, offset);
        } catch (Throwable e) {
            return null;
        }
    }

    private static @Nullable Object readByReflection(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            return null; // unexpected: the field has been made accessible
        }
    }
}
