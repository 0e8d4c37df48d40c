package io.eyewall.engine.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads references out of objects of any class, also out of those of {@code java.base}, without
 * calling a method of theirs: by {@code sun.misc.Unsafe}, which needs no option of the JVM's. The
 * compiler warns of each mention of that class and can't be told not to, hence the method handles.
 * Where a JVM refuses it, only classes that are open to reflection can be read. Any thread.
 */
public final class HeapReader {
    private static final @Nullable MethodHandle OFFSET =
            handle("objectFieldOffset", MethodType.methodType(long.class, Field.class));

    /** Volatile: what another thread has just published is read with all that it wrote before. */
    private static final @Nullable MethodHandle GET =
            handle(
                    "getObjectVolatile",
                    MethodType.methodType(Object.class, Object.class, long.class));

    private static final @Nullable MethodHandle STATIC_OFFSET =
            handle("staticFieldOffset", MethodType.methodType(long.class, Field.class));

    private static final @Nullable MethodHandle STATIC_BASE =
            handle("staticFieldBase", MethodType.methodType(Object.class, Field.class));

    private HeapReader() {}

    private static @Nullable MethodHandle handle(String method, MethodType type) {
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
     * Where a field is, for {@link #read}; null if it can't be read at all. An object of the JDK's
     * own classes, so that a class can keep it without keeping the engine's.
     */
    public static @Nullable Object place(Field field) {
        if (OFFSET != null && GET != null) {
            try {
                return (long) OFFSET.invokeExact(field);
            } catch (Throwable e) {
                // Records and hidden classes, as those of lambdas, have no offsets.
            }
        }
        return field.trySetAccessible() ? field : null;
    }

    /**
     * What a reference field refers to; null if to nothing, or if it can't be read.
     *
     * @param object of the field's class
     * @param place of the field
     */
    public static @Nullable Object read(Object object, Object place) {
        return place instanceof Long offset
                ? at(object, offset)
                : byReflection((Field) place, object);
    }

    /**
     * What a static field refers to, without initializing its class: null before the class has done
     * that itself, and where it can't be read.
     *
     * @param field static, and no primitive
     */
    public static @Nullable Object readStatic(Field field) {
        if (STATIC_OFFSET == null || STATIC_BASE == null) {
            return null; // reflection would initialize the class
        }
        try {
            return at(
                    (Object) STATIC_BASE.invokeExact(field),
                    (long) STATIC_OFFSET.invokeExact(field));
        } catch (Throwable e) {
            return null;
        }
    }

    @SuppressWarnings("NullAway") // there is no offset without it
    private static @Nullable Object at(Object object, long offset) {
        try {
            return (Object) GET.invokeExact(object, offset);
        } catch (Throwable e) {
            return null;
        }
    }

    private static @Nullable Object byReflection(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            return null; // it was made accessible; not even then, it seems
        }
    }
}
