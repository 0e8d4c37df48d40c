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
     * The most digits of a number, because the time to parse digits grows with the square of their
     * number.
     */
    private static final int MAX_DIGITS = 40;

    private static final int SHOWN_CHARS = 40;

    private final String path;
    private final Map<?, ?> fields;

    private JsonFields(String path, Map<?, ?> fields) {
        this.path = path;
        this.fields = fields;
    }

    /**
     * Reads an object.
     *
     * @param what the name of the object for messages, such as "load report"
     * @param mostChars the most characters; longer texts are refused unparsed
     */
    public static JsonFields parse(String json, String what, int mostChars) {
        if (json.length() > mostChars) {
            throw new JsonFormatException(
                    "%s: %,d characters, expected at most %,d"
                            .formatted(what, json.length(), mostChars));
        }
        checkDigits(json, what);
        Object parsed;
        try {
            parsed = new JSONParser(JSONParser.MODE_STRICTEST).parse(json);
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            throw new JsonFormatException(
                    what + ": no JSON: " + shortened(String.valueOf(e.getMessage())));
        }
        if (!(parsed instanceof Map<?, ?> map)) {
            throw new JsonFormatException(what + ": expected an object, found " + shown(parsed));
        }
        return new JsonFields(what, map);
    }

    private static void checkDigits(String json, String what) {
        int run = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            run = c >= '0' && c <= '9' ? run + 1 : 0;
            if (run > MAX_DIGITS) {
                throw new JsonFormatException(
                        "%s: more than %d digits in a row at character %,d"
                                .formatted(what, MAX_DIGITS, i));
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
     * Returns a text of 1 to {@code mostChars} characters without control characters and unpaired
     * surrogates.
     */
    public String text(String name, int mostChars) {
        return text(fields.get(name), name, mostChars);
    }

    private String text(@Nullable Object value, String name, int mostChars) {
        if (!(value instanceof String text)
                || text.isEmpty()
                || text.length() > mostChars
                || text.codePoints().anyMatch(JsonFields::isForbidden)) {
            throw wrong(name, "text of 1 to %,d characters".formatted(mostChars), value);
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
    public Optional<String> optionalText(String name, int mostChars) {
        return has(name) ? Optional.of(text(name, mostChars)) : Optional.empty();
    }

    /** Returns a whole number from {@code least} to {@code most}. */
    public long whole(String name, long least, long most) {
        return whole(fields.get(name), name, least, most);
    }

    /** Returns a whole number as an {@code int}. */
    public int integer(String name, int least, int most) {
        return (int) whole(name, least, most);
    }

    private long whole(@Nullable Object value, String name, long least, long most) {
        if ((value instanceof Integer || value instanceof Long)
                && ((Number) value).longValue() >= least
                && ((Number) value).longValue() <= most) {
            return ((Number) value).longValue();
        }
        throw wrong(name, "a whole number from %d to %d".formatted(least, most), value);
    }

    /** Returns a finite number from {@code least} to {@code most}. */
    public double number(String name, double least, double most) {
        Object value = fields.get(name);
        if (value instanceof Number number
                && number.doubleValue() >= least
                && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw wrong(name, "a number from %s to %s".formatted(least, most), value);
    }

    /** Returns true or false. */
    public boolean bool(String name) {
        if (fields.get(name) instanceof Boolean bool) {
            return bool;
        }
        throw wrong(name, "true or false", fields.get(name));
    }

    /** Returns an object. */
    public JsonFields object(String name) {
        if (fields.get(name) instanceof Map<?, ?> map) {
            return new JsonFields(path + "." + name, map);
        }
        throw wrong(name, "an object", fields.get(name));
    }

    /** Returns at most {@code most} objects, each read by {@code reader}. */
    public <T> List<T> objects(String name, int most, Function<JsonFields, T> reader) {
        List<?> values = list(name, most);
        List<T> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            if (!(values.get(i) instanceof Map<?, ?> map)) {
                throw wrong(name + "[" + i + "]", "an object", values.get(i));
            }
            result.add(reader.apply(new JsonFields(path + "." + name + "[" + i + "]", map)));
        }
        return List.copyOf(result);
    }

    /** Returns at most {@code most} whole numbers, each from {@code least} to {@code greatest}. */
    public List<Integer> integers(String name, int most, int least, int greatest) {
        List<?> values = list(name, most);
        List<Integer> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            result.add((int) whole(values.get(i), name + "[" + i + "]", least, greatest));
        }
        return List.copyOf(result);
    }

    /**
     * Returns at most {@code most} lists of {@code width} whole numbers each, as {@link #integers}
     * does.
     */
    public List<List<Integer>> integerLists(
            String name, int most, int width, int least, int greatest) {
        List<?> values = list(name, most);
        List<List<Integer>> result = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            String each = name + "[" + i + "]";
            if (!(values.get(i) instanceof List<?> inner) || inner.size() != width) {
                throw wrong(each, "a list of %d".formatted(width), values.get(i));
            }
            List<Integer> numbers = new ArrayList<>(width);
            for (int j = 0; j < width; j++) {
                numbers.add((int) whole(inner.get(j), each + "[" + j + "]", least, greatest));
            }
            result.add(List.copyOf(numbers));
        }
        return List.copyOf(result);
    }

    /**
     * Returns at most {@code most} names with texts of up to {@code mostChars} arbitrary
     * characters.
     */
    public Map<String, String> texts(String name, int most, int mostChars) {
        return byName(
                name,
                most,
                (object, each) -> {
                    Object value = object.fields.get(each);
                    if (!(value instanceof String text) || text.length() > mostChars) {
                        throw object.wrong(
                                each, "text of up to %,d characters".formatted(mostChars), value);
                    }
                    return text;
                });
    }

    /** Returns at most {@code most} texts, each as of {@link #text}. */
    public List<String> textList(String name, int most, int mostChars) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(name, most)) {
            texts.add(text(value, name, mostChars));
        }
        return List.copyOf(texts);
    }

    /**
     * Returns at most {@code most} names with lists, each of at most as many texts as of {@link
     * #text}.
     */
    public Map<String, List<String>> textLists(String name, int most, int mostChars) {
        return byName(name, most, (object, each) -> object.textList(each, most, mostChars));
    }

    /**
     * Returns at most {@code most} names with whole numbers, each from {@code least} to {@code
     * greatest}.
     */
    public Map<String, Integer> integersByName(String name, int most, int least, int greatest) {
        return byName(name, most, (object, each) -> object.integer(each, least, greatest));
    }

    private <T> Map<String, T> byName(
            String name, int most, BiFunction<JsonFields, String, T> reader) {
        JsonFields object = object(name);
        if (object.fields.size() > most) {
            throw wrong(name, "at most %,d fields".formatted(most), object.fields);
        }
        Map<String, T> result = new LinkedHashMap<>();
        for (String each : object.names()) {
            result.put(each, reader.apply(object, each));
        }
        return Map.copyOf(result);
    }

    private List<?> list(String name, int most) {
        Object value = fields.get(name);
        if (!(value instanceof List<?> list) || list.size() > most) {
            throw wrong(name, "a list of at most %,d".formatted(most), value);
        }
        return list;
    }

    private JsonFormatException wrong(String name, String expected, @Nullable Object found) {
        return new JsonFormatException(
                path + "." + name + ": expected " + expected + ", found " + shown(found));
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "nothing";
        } else if (value instanceof Map<?, ?> map) {
            return "an object of %,d fields".formatted(map.size());
        } else if (value instanceof List<?> list) {
            return "a list of %,d".formatted(list.size());
        } else if (value instanceof String text) {
            return "'" + shortened(text) + "' (%,d characters)".formatted(text.length());
        }
        return shortened(value.toString());
    }

    /**
     * Shortens a text and removes control characters, so that a sender cannot flood or forge log
     * lines.
     */
    private static String shortened(String text) {
        String start = text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "…" : text;
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
