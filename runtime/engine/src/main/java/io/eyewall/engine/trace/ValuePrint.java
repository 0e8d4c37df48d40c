package io.eyewall.engine.trace;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats values of a tuple as a short text. Of the JDK's own classes only the part that is shown
 * is read; for any other object {@code toString} is called, which may do anything: call this as
 * user code. Never throws.
 */
public final class ValuePrint {
    /** Maximum length of the text, without the mark that shows that it was cut. */
    public static final int MAX_CHARS = 200;

    private static final int MAX_DEPTH = 4;
    private static final String CUT = "…";

    private final StringBuilder text = new StringBuilder(64);

    private ValuePrint() {}

    /** Returns the values in brackets, separated by commas. */
    public static String of(List<?> values) {
        ValuePrint print = new ValuePrint();
        print.addGuarded(values, 0);
        return print.cut();
    }

    /** Returns the text of one object, such as a message id or an exception. */
    public static String of(@Nullable Object value) {
        ValuePrint print = new ValuePrint();
        print.addGuarded(value, 1);
        return print.cut();
    }

    private String cut() {
        if (text.length() <= MAX_CHARS) {
            return text.toString();
        }
        boolean pair = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
        text.setLength(pair ? MAX_CHARS - 1 : MAX_CHARS);
        return text.append(CUT).toString();
    }

    private boolean isFull() {
        return text.length() > MAX_CHARS;
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // whatever is thrown, the emit continues
    private void addGuarded(@Nullable Object value, int depth) {
        try {
            add(value, depth);
        } catch (Throwable e) { // thrown by toString, or by a collection that is being changed
            text.append('(').append(e.getClass().getName()).append(')');
        }
    }

    private void add(@Nullable Object value, int depth) {
        if (value instanceof String string) {
            text.append(string, 0, Math.min(string.length(), MAX_CHARS + 1));
        } else if (value == null || isPlain(value)) {
            text.append(value);
        } else if (value instanceof Enum<?> constant) {
            text.append(constant.name());
        } else if (value.getClass().isArray()) {
            String type = value.getClass().getComponentType().getSimpleName();
            int length = java.lang.reflect.Array.getLength(value);
            text.append(type).append('[').append(length).append(']');
        } else if (value instanceof Collection<?> all && (depth == 0 || isOfJdk(value))) {
            addAll(all, depth);
        } else if (value instanceof Map<?, ?> map && isOfJdk(value)) {
            addAll(map, depth);
        } else if (value instanceof Number number && isOfJdk(value)) {
            text.append(value.getClass().getSimpleName()).append(' ');
            text.append(number.doubleValue()); // printing all digits could take very long
        } else {
            String ownText = value.toString();
            text.append(
                    ownText, 0, ownText == null ? 4 : Math.min(ownText.length(), MAX_CHARS + 1));
        }
    }

    private static boolean isPlain(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Short
                || value instanceof Byte;
    }

    private static boolean isOfJdk(Object value) {
        return value.getClass().getClassLoader() == null;
    }

    private void addAll(Collection<?> values, int depth) {
        if (depth >= MAX_DEPTH) {
            text.append('[').append(CUT).append(']');
            return;
        }
        String between = "[";
        for (Object value : values) {
            text.append(between);
            between = ", ";
            addGuarded(value, depth + 1);
            if (isFull()) {
                return;
            }
        }
        text.append(between.equals("[") ? "[]" : "]");
    }

    private void addAll(Map<?, ?> map, int depth) {
        if (depth >= MAX_DEPTH) {
            text.append('{').append(CUT).append('}');
            return;
        }
        String between = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(between);
            between = ", ";
            addGuarded(entry.getKey(), depth + 1);
            text.append('=');
            addGuarded(entry.getValue(), depth + 1);
            if (isFull()) {
                return;
            }
        }
        text.append(between.equals("{") ? "{}" : "}");
    }
}
