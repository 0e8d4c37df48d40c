package io.eyewall.plugin.worker;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** A private field of a class of Storm 2.8.3, accessed by reflection. */
final class StormField {
    private final Field field;

    private StormField(Field field) {
        this.field = field;
    }

    /**
     * @throws IllegalStateException if this is another version of Storm, with other fields
     */
    static StormField of(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return new StormField(field);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    owner.getName() + " has no field " + name + "; expected Storm 2.8.3", e);
        }
    }

    @Nullable Object read(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }

    void write(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot write " + field, e);
        }
    }
}
