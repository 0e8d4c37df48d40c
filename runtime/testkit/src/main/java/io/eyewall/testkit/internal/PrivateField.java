package io.eyewall.testkit.internal;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * A private field of one of Storm's classes, accessed by reflection.
 *
 * @param <T> type of the field's value
 */
final class PrivateField<T> {
    private final Field field;
    private final Class<T> type;

    private PrivateField(Field field, Class<T> type) {
        this.field = field;
        this.type = type;
    }

    /**
     * Returns the field.
     *
     * @throws IllegalStateException if this version of Storm has no such field
     */
    static <T> PrivateField<T> find(Class<?> owner, String name, Class<T> type) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return new PrivateField<>(field, type);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException(
                    "test driver: "
                            + owner.getName()
                            + "."
                            + name
                            + " can't be accessed, so its time can't be made virtual; the test"
                            + " driver supports Storm 2.8.3",
                    e);
        }
    }

    /** Returns the value, or null where Storm leaves the field null. */
    @Nullable T getOrNull(Object object) {
        try {
            return type.cast(field.get(object));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    T get(Object object) {
        T value = getOrNull(object);
        if (value == null) {
            throw new IllegalStateException("test driver: " + field + " is null");
        }
        return value;
    }

    void set(Object object, @Nullable Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }
}
