package io.eyewall.cli.suite;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares a value of a tuple with the expected value in a file. */
final class ExpectedValue {
    /** {@code !any}: matches every value but null. */
    private record Any() {
        @Override
        public String toString() {
            return "!any";
        }
    }

    /** Tags of expected values, in addition to those of values that can be fed. */
    static final Map<String, Function<String, Object>> TAGS =
            Map.of("!any", text -> new Any(), "!match", Pattern::compile);

    private ExpectedValue() {}

    /**
     * Returns whether two values match. Numbers match by value, whatever their types; a list
     * matches an array, and a set in any order. Text matches bytes in UTF-8, and an object whose
     * {@code toString} is equal, unless the object is a number, boolean, collection, map or array.
     */
    static boolean matches(@Nullable Object expected, @Nullable Object actual) {
        if (expected == null || actual == null) {
            return expected == actual;
        }
        if (expected instanceof Any) {
            return true;
        }
        if (expected instanceof Pattern pattern) {
            return pattern.matcher(asText(actual)).matches();
        }
        if (expected instanceof Number a && actual instanceof Number b) {
            return isSameNumber(a, b);
        }
        if (expected instanceof byte[] a && actual instanceof byte[] b) {
            return Arrays.equals(a, b);
        }
        if (expected instanceof List<?> list) {
            return matchesAll(list, actual);
        }
        if (expected instanceof Map<?, ?> map) {
            return actual instanceof Map<?, ?> other && matchesMap(map, other);
        }
        if (expected instanceof String text && isComparedAsText(actual)) {
            return text.equals(asText(actual));
        }
        return expected.equals(actual);
    }

    private static boolean isComparedAsText(Object actual) {
        return !(actual instanceof Number
                || actual instanceof Boolean
                || actual instanceof Collection
                || actual instanceof Map
                || (actual.getClass().isArray() && !(actual instanceof byte[])));
    }

    private static String asText(Object actual) {
        return actual instanceof byte[] bytes
                ? new String(bytes, StandardCharsets.UTF_8)
                : actual.toString();
    }

    private static boolean isSameNumber(Number a, Number b) {
        if (isFinite(a) && isFinite(b)) {
            return new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
        }
        return Double.compare(a.doubleValue(), b.doubleValue()) == 0;
    }

    private static boolean isFinite(Number number) {
        return Double.isFinite(number.doubleValue()) || number instanceof BigDecimal;
    }

    private static boolean matchesAll(List<?> expected, Object actual) {
        if (actual instanceof Set<?> set) {
            List<Object> unmatched = new ArrayList<>(set);
            for (Object element : expected) {
                int found = -1;
                for (int i = 0; i < unmatched.size() && found < 0; i++) {
                    found = matches(element, unmatched.get(i)) ? i : -1;
                }
                if (found < 0) {
                    return false;
                }
                unmatched.remove(found);
            }
            return unmatched.isEmpty();
        }
        List<?> values = listOrNull(actual);
        if (values == null || values.size() != expected.size()) {
            return false;
        }
        for (int i = 0; i < values.size(); i++) {
            if (!matches(expected.get(i), values.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable List<?> listOrNull(Object actual) {
        if (actual instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        if (!actual.getClass().isArray()) {
            return null;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < Array.getLength(actual); i++) {
            values.add(Array.get(actual, i));
        }
        return values;
    }

    private static boolean matchesMap(Map<?, ?> expected, Map<?, ?> actual) {
        Map<String, @Nullable Object> byText = new LinkedHashMap<>();
        actual.forEach((key, value) -> byText.put(String.valueOf(key), value));
        return expected.size() == actual.size()
                && expected.entrySet().stream()
                        .allMatch(
                                entry -> {
                                    String key = String.valueOf(entry.getKey());
                                    return byText.containsKey(key)
                                            && matches(entry.getValue(), byText.get(key));
                                });
    }

    /** Returns the value as a file would contain it. */
    static String toYaml(@Nullable Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Any) {
            return "!any";
        }
        if (value instanceof Pattern pattern) {
            return "!match " + quote(pattern.pattern());
        }
        if (value instanceof byte[] bytes) {
            return "!bytes " + quote(new String(bytes, StandardCharsets.UTF_8));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + toYaml(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        List<?> list = listOrNull(value);
        if (list != null) {
            return list.stream()
                    .map(ExpectedValue::toYaml)
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        return quote(value.toString());
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
