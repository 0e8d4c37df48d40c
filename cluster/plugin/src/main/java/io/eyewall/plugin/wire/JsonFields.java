package io.eyewall.plugin.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.storm.shade.net.minidev.json.parser.JSONParser;
import org.apache.storm.shade.net.minidev.json.parser.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, read strictly: each by name, type and bounds. Fields that are not
 * requested are ignored. All methods throw {@link JsonFormatException} for a field that does not
 * match.
 */
public final class JsonFields {
    /** The greatest whole number that every JSON reader represents exactly. */
    public static final long MAX_WHOLE = (1L << 53) - 1;

    /**
     * The maximum number of digits of a number: the time to parse a number grows with the square of
     * its digits.
     */
    private static final int MAX_DIGITS = 40;

    private static final int MAX_SHOWN_CHARS = 40;

    private final String path;
    private final Map<?, ?> fields;

    private JsonFields(String path, Map<?, ?> fields) {
        this.path = path;
        this.fields = fields;
    }

    /**
     * Reads an object.
     *
     * @param messageName the name of the object for messages, such as "load report"
     * @param maxChars the maximum number of characters; longer texts are refused unparsed
     */
    public static JsonFields parse(String json, String messageName, int maxChars) {
        if (json.length() > maxChars) {
            throw new JsonFormatException(
                    "%s: %,d characters, expected at most %,d"
                            .formatted(messageName, json.length(), maxChars));
        }
        checkDigits(json, messageName);
        Object parsed;
        try {
            parsed = new JSONParser(JSONParser.MODE_STRICTEST).parse(json);
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            throw new JsonFormatException(
                    messageName + ": invalid JSON: " + abbreviate(String.valueOf(e.getMessage())));
        }
        if (!(parsed instanceof Map<?, ?> map)) {
            throw new JsonFormatException(
                    messageName + ": expected an object, found " + describe(parsed));
        }
        return new JsonFields(messageName, map);
    }

    private static void checkDigits(String json, String messageName) {
        int digits = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            digits = c >= '0' && c <= '9' ? digits + 1 : 0;
            if (digits > MAX_DIGITS) {
                throw new JsonFormatException(
                        "%s: more than %d digits in a row at character %,d"
                                .formatted(messageName, MAX_DIGITS, i));
            }
        }
    }

    /** Returns the path of this object in the message, for error messages. */
    public String path() {
        return path;
    }

    /** Returns the names of all fields, in the message's order. */
    public List<String> names() {
        return fields.keySet().stream().map(String::valueOf).toList();
    }

    /** Returns whether a field exists and is not null. */
    public boolean has(String name) {
        return fields.get(name) != null;
    }

    /** Refuses messages of any version but the known one. */
    public void checkVersion(long known) {
        long version = whole("version", 0, MAX_WHOLE);
        if (version != known) {
            throw new JsonFormatException(
                    ("%s: version %d, expected %d; the plug-ins and the generator have to be of"
                                    + " one release")
                            .formatted(path, version, known));
        }
    }

    /**
     * Returns a text of 1 to {@code maxChars} characters without control characters and unpaired
     * surrogates.
     */
    public String text(String name, int maxChars) {
        return text(fields.get(name), name, maxChars);
    }

    private String text(@Nullable Object value, String name, int maxChars) {
        if (!(value instanceof String text)
                || text.isEmpty()
                || text.length() > maxChars
                || text.codePoints().anyMatch(JsonFields::isForbidden)) {
            throw mismatch(name, "text of 1 to %,d characters".formatted(maxChars), value);
        }
        return text;
    }

    /**
     * Returns whether a code point is a control character or a surrogate, which has no UTF-8 form
     * and which databases refuse.
     */
    private static boolean isForbidden(int c) {
        return Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE;
    }

    /** Returns a text as {@link #text}; empty if the field is missing or null. */
    public Optional<String> optionalText(String name, int maxChars) {
        return has(name) ? Optional.of(text(name, maxChars)) : Optional.empty();
    }

    /** Returns a whole number from {@code min} to {@code max}. */
    public long whole(String name, long min, long max) {
        return whole(fields.get(name), name, min, max);
    }

    /** Returns a whole number as an {@code int}. */
    public int integer(String name, int min, int max) {
        return (int) whole(name, min, max);
    }

    private long whole(@Nullable Object value, String name, long min, long max) {
        if ((value instanceof Integer || value instanceof Long)
                && ((Number) value).longValue() >= min
                && ((Number) value).longValue() <= max) {
            return ((Number) value).longValue();
        }
        throw mismatch(name, "a whole number from %d to %d".formatted(min, max), value);
    }

    /** Returns a finite number from {@code min} to {@code max}. */
    public double number(String name, double min, double max) {
        Object value = fields.get(name);
        if (value instanceof Number number
                && number.doubleValue() >= min
                && number.doubleValue() <= max) {
            return number.doubleValue();
        }
        throw mismatch(name, "a number from %s to %s".formatted(min, max), value);
    }

    /** Returns true or false. */
    public boolean bool(String name) {
        if (fields.get(name) instanceof Boolean bool) {
            return bool;
        }
        throw mismatch(name, "true or false", fields.get(name));
    }

    /** Returns an object. */
    public JsonFields object(String name) {
        if (fields.get(name) instanceof Map<?, ?> map) {
            return new JsonFields(path + "." + name, map);
        }
        throw mismatch(name, "an object", fields.get(name));
    }

    /** Returns at most {@code maxEntries} objects, each read by {@code reader}. */
    public <T> List<T> objects(String name, int maxEntries, Function<JsonFields, T> reader) {
        List<?> values = list(name, maxEntries);
        List<T> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            if (!(values.get(i) instanceof Map<?, ?> map)) {
                throw mismatch(name + "[" + i + "]", "an object", values.get(i));
            }
            result.add(reader.apply(new JsonFields(path + "." + name + "[" + i + "]", map)));
        }
        return List.copyOf(result);
    }

    /** Returns at most {@code maxEntries} whole numbers, each from {@code min} to {@code max}. */
    public List<Integer> integers(String name, int maxEntries, int min, int max) {
        List<?> values = list(name, maxEntries);
        List<Integer> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            result.add((int) whole(values.get(i), name + "[" + i + "]", min, max));
        }
        return List.copyOf(result);
    }

    /**
     * Returns at most {@code maxEntries} lists of {@code width} whole numbers each, as {@link
     * #integers} does.
     */
    public List<List<Integer>> integerLists(
            String name, int maxEntries, int width, int min, int max) {
        List<?> values = list(name, maxEntries);
        List<List<Integer>> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            String each = name + "[" + i + "]";
            if (!(values.get(i) instanceof List<?> inner) || inner.size() != width) {
                throw mismatch(each, "a list of %d".formatted(width), values.get(i));
            }
            List<Integer> numbers = new ArrayList<>(width);
            for (int j = 0; j < width; j++) {
                numbers.add((int) whole(inner.get(j), each + "[" + j + "]", min, max));
            }
            result.add(List.copyOf(numbers));
        }
        return List.copyOf(result);
    }

    /**
     * Returns at most {@code maxEntries} names with texts of up to {@code maxChars} arbitrary
     * characters.
     */
    public Map<String, String> texts(String name, int maxEntries, int maxChars) {
        return byName(
                name,
                maxEntries,
                (object, each) -> {
                    Object value = object.fields.get(each);
                    if (!(value instanceof String text) || text.length() > maxChars) {
                        throw object.mismatch(
                                each, "text of up to %,d characters".formatted(maxChars), value);
                    }
                    return text;
                });
    }

    /** Returns at most {@code maxEntries} texts, each as {@link #text} returns it. */
    public List<String> textList(String name, int maxEntries, int maxChars) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(name, maxEntries)) {
            texts.add(text(value, name, maxChars));
        }
        return List.copyOf(texts);
    }

    /**
     * Returns at most {@code maxEntries} names with lists, each of at most {@code maxEntries} texts
     * as {@link #text} returns them.
     */
    public Map<String, List<String>> textLists(String name, int maxEntries, int maxChars) {
        return byName(
                name, maxEntries, (object, each) -> object.textList(each, maxEntries, maxChars));
    }

    /**
     * Returns at most {@code maxEntries} names with whole numbers, each from {@code min} to {@code
     * max}.
     */
    public Map<String, Integer> integersByName(String name, int maxEntries, int min, int max) {
        return byName(name, maxEntries, (object, each) -> object.integer(each, min, max));
    }

    private <T> Map<String, T> byName(
            String name, int maxEntries, BiFunction<JsonFields, String, T> reader) {
        JsonFields object = object(name);
        if (object.fields.size() > maxEntries) {
            throw mismatch(name, "at most %,d fields".formatted(maxEntries), object.fields);
        }
        Map<String, T> result = new LinkedHashMap<>();
        for (String each : object.names()) {
            result.put(each, reader.apply(object, each));
        }
        return Map.copyOf(result);
    }

    private List<?> list(String name, int maxEntries) {
        Object value = fields.get(name);
        if (!(value instanceof List<?> list) || list.size() > maxEntries) {
            throw mismatch(name, "a list of at most %,d".formatted(maxEntries), value);
        }
        return list;
    }

    private JsonFormatException mismatch(String name, String expected, @Nullable Object found) {
        return new JsonFormatException(
                path + "." + name + ": expected " + expected + ", found " + describe(found));
    }

    private static String describe(@Nullable Object value) {
        if (value == null) {
            return "nothing";
        } else if (value instanceof Map<?, ?> map) {
            return "an object of %,d fields".formatted(map.size());
        } else if (value instanceof List<?> list) {
            return "a list of %,d".formatted(list.size());
        } else if (value instanceof String text) {
            return "'" + abbreviate(text) + "' (%,d characters)".formatted(text.length());
        }
        return abbreviate(value.toString());
    }

    /**
     * Shortens a text and removes control characters, so that a sender cannot flood or forge log
     * lines.
     */
    private static String abbreviate(String text) {
        String start =
                text.length() > MAX_SHOWN_CHARS ? text.substring(0, MAX_SHOWN_CHARS) + "…" : text;
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
