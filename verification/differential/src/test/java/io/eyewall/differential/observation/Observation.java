package io.eyewall.differential.observation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The facts that one program recorded, in the order of recording.
 *
 * <p>Values become canonical when they are recorded: maps are sorted by key, sets become sorted
 * lists, numbers lose their width (a program that depends on the type records the type as text),
 * byte arrays become hexadecimal. Two engines agree on a program if their observations print the
 * same text.
 *
 * <p>Any thread may record; each name is recorded once.
 */
public final class Observation {
    private final Map<String, Object> facts = new LinkedHashMap<>();

    /**
     * Records one fact.
     *
     * @throws IllegalArgumentException if the name was already recorded: a fact never changes
     */
    public synchronized void fact(String name, Object value) {
        if (facts.containsKey(name)) {
            throw new IllegalArgumentException("fact '" + name + "' was written twice");
        }
        facts.put(name, canonical(value));
    }

    /** Returns a copy of the facts so far, in the order of recording. */
    public synchronized Map<String, Object> facts() {
        return new LinkedHashMap<>(facts);
    }

    /**
     * Returns the canonical form of a value, which consists of sorted maps, lists, texts, whole and
     * real numbers, booleans and null.
     */
    static Object canonical(Object value) {
        if (value == null || value instanceof Boolean || value instanceof String) {
            return value;
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof byte[] bytes) {
            return "bytes:" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, item) -> sorted.put(String.valueOf(key), canonical(item)));
            return sorted;
        }
        if (value instanceof Collection<?> items) {
            List<Object> list = new ArrayList<>();
            items.forEach(item -> list.add(canonical(item)));
            if (value instanceof Set<?>) {
                list.sort((a, b) -> String.valueOf(a).compareTo(String.valueOf(b)));
            }
            return list;
        }
        return String.valueOf(value);
    }
}
