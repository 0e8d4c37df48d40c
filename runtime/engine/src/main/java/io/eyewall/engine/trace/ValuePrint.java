package io.eyewall.engine.trace;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats values of a tuple as a short text. Of objects of the JDK only the part that is shown is
 * read; for any other object {@code toString} is called, which may do anything: call this as user
 * code. Never throws.
 */
public final class ValuePrint {
    /** Maximum length of the text, without the mark that shows that it was cut. */
    public static final int MAX_CHARS = 200;

    /** Collections nested deeper than this are shown without their elements. */
    private static final int MAX_DEPTH = 4;

    private static final String ELLIPSIS = "…";

    private final StringBuilder text = new StringBuilder(64);

    private ValuePrint() {}

    /** Returns the values in brackets, separated by commas. */
    public static String of(List<?> values) {
        ValuePrint print = new ValuePrint();
        print.addGuarded(values, 0);
        return print.cutText();
    }

    /** Returns the text of one object, such as a message id or an exception. */
    public static String of(@Nullable Object value) {
        ValuePrint print = new ValuePrint();
        print.addGuarded(value, 1);
        return print.cutText();
    }

    private String cutText() {
        if (text.length() <= MAX_CHARS) {
            return text.toString();
        }
        boolean cutsSurrogatePair = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
        text.setLength(cutsSurrogatePair ? MAX_CHARS - 1 : MAX_CHARS);
        return text.append(ELLIPSIS).toString();
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
            addElements(all, depth);
        } else if (value instanceof Map<?, ?> map && isOfJdk(value)) {
            addElements(map, depth);
        } else if (value instanceof Number number && isOfJdk(value)) {
            text.append(value.getClass().getSimpleName()).append(' ');
            text.append(number.doubleValue()); // formatting all digits could take very long
        } else {
            String ownText = value.toString();
            text.append( // appends "null", of 4 characters, if toString has returned null
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

    private void addElements(Collection<?> values, int depth) {
        if (depth >= MAX_DEPTH) {
            text.append('[').append(ELLIPSIS).append(']');
            return;
        }
        String separator = "[";
        for (Object value : values) {
            text.append(separator);
            separator = ", ";
            addGuarded(value, depth + 1);
            if (isFull()) {
                return;
            }
        }
        text.append(separator.equals("[") ? "[]" : "]");
    }

    private void addElements(Map<?, ?> map, int depth) {
        if (depth >= MAX_DEPTH) {
            text.append('{').append(ELLIPSIS).append('}');
            return;
        }
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator);
            separator = ", ";
            addGuarded(entry.getKey(), depth + 1);
            text.append('=');
            addGuarded(entry.getValue(), depth + 1);
            if (isFull()) {
                return;
            }
        }
        text.append(separator.equals("{") ? "{}" : "}");
    }
}
