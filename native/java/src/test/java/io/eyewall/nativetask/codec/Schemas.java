package io.eyewall.nativetask.codec;

import java.util.ArrayList;
import java.util.List;

/** The schema that some values have; for null any will do. */
final class Schemas {

    private Schemas() {}

    static List<ValueType> of(List<?> values) {
        List<ValueType> types = new ArrayList<>();
        for (Object value : values) {
            types.add(of(value));
        }
        return types;
    }

    private static ValueType of(Object value) {
        for (ValueType type : ValueType.values()) {
            if (type.javaClass.isInstance(value)) {
                return type;
            }
        }
        if (value == null) {
            return ValueType.DOUBLE;
        }
        throw new IllegalArgumentException("no type for " + value.getClass());
    }
}
