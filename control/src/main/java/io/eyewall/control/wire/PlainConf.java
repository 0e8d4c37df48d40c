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
 * Configurations with nothing in them but what JSON has. Storm has users keep to that; what is none
 * of it becomes its text, and no class of theirs is looked into.
 */
public final class PlainConf {
    private PlainConf() {}

    /** A copy; keys become their text, too. */
    public static Map<String, Object> of(Map<?, ?> conf) {
        Map<String, Object> copy = new LinkedHashMap<>();
        conf.forEach((key, value) -> put(copy, String.valueOf(key), plain(value)));
        return copy;
    }

    @SuppressWarnings("NullAway") // values of configurations may be null, in Storm's too
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
