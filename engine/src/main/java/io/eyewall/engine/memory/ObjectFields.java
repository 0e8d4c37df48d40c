package io.eyewall.engine.memory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** The fields of users' classes that refer to other objects, as far as they can be read. */
final class ObjectFields extends ClassValue<List<Field>> {
    @Override
    protected List<Field> computeValue(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> from = type; from != null; from = from.getSuperclass()) {
            for (Field field : declared(from)) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && !field.getType().isEnum()
                        && field.trySetAccessible()) {
                    fields.add(field);
                }
            }
        }
        return List.copyOf(fields);
    }

    /** None of a class with a field whose type can't be loaded, as of an optional dependency. */
    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            return new Field[0];
        }
    }
}
