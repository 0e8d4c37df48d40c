package io.eyewall.differential.observation;

import java.util.List;
import java.util.Map;

/**
 * Formats canonical values as indented JSON: one line per map entry, lists of plain values on one
 * line.
 *
 * <p>It uses no JSON library, because the programs may have only storm-client on their class path.
 */
public final class JsonText {
    private JsonText() {}

    /** Returns the text of {@code value}, which must be canonical (see {@link Observation}). */
    public static String of(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, "", out);
        return out.toString();
    }

    private static void write(Object value, String indent, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            writeMap(map, indent, out);
        } else if (value instanceof List<?> list) {
            writeList(list, indent, out);
        } else if (value instanceof String text) {
            quote(text, out);
        } else {
            out.append(value);
        }
    }

    private static void writeMap(Map<?, ?> map, String indent, StringBuilder out) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        String inner = indent + "  ";
        String separator = "{\n";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator).append(inner);
            quote(String.valueOf(entry.getKey()), out);
            out.append(": ");
            write(entry.getValue(), inner, out);
            separator = ",\n";
        }
        out.append('\n').append(indent).append('}');
    }

    private static void writeList(List<?> list, String indent, StringBuilder out) {
        boolean plain = list.stream().noneMatch(i -> i instanceof Map || i instanceof List);
        String inner = plain ? "" : "\n" + indent + "  ";
        String separator = "[";
        out.append(list.isEmpty() ? "[" : "");
        for (Object item : list) {
            out.append(separator).append(inner);
            write(item, indent + "  ", out);
            separator = plain ? ", " : ",";
        }
        out.append(plain ? "]" : "\n" + indent + "]");
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
