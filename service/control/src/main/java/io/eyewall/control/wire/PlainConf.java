package io.eyewall.control.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies configurations so that they contain only JSON types. Storm requires this of users; any
 * other value is replaced by its text, and no user class is inspected.
 */
public final class PlainConf {
    private PlainConf() {}

    /** Returns a copy; keys are replaced by their text, too. */
    public static Map<String, Object> of(Map<?, ?> conf) {
        Map<String, Object> copy = new LinkedHashMap<>();
        conf.forEach((key, value) -> put(copy, String.valueOf(key), plain(value)));
        return copy;
    }

    @SuppressWarnings("NullAway") // values of configurations may be null, as in Storm
    private static void put(Map<String, Object> map, String key, @Nullable Object value) {
        map.put(key, value);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return of(map);
        }
        if (value instanceof Collection<?> collection) {
            List<@Nullable Object> list = new ArrayList<>();
            collection.forEach(element -> list.add(plain(element)));
            return list;
        }
        return value == null || isScalar(value) ? value : String.valueOf(value);
    }

    private static boolean isScalar(Object value) {
        return value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte
                || value.getClass() == BigInteger.class
                || value.getClass() == BigDecimal.class;
    }
}
