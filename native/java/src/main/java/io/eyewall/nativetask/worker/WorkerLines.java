package io.eyewall.nativetask.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes and parses the lines exchanged between a native worker and its JVM: words separated by
 * tabs. {@code plan.hpp} describes them. Not thread-safe.
 */
final class WorkerLines {
    private final StringBuilder lines = new StringBuilder();

    WorkerLines add(Object... words) {
        for (int i = 0; i < words.length; i++) {
            if (i > 0) {
                lines.append('\t');
            }
            escape(String.valueOf(words[i]));
        }
        lines.append('\n');
        return this;
    }

    private void escape(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            switch (c) {
                case '\t' -> lines.append("\\t");
                case '\n' -> lines.append("\\n");
                case '\\' -> lines.append("\\\\");
                default -> lines.append(c);
            }
        }
    }

    static String commaSeparated(Collection<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns the unescaped words of a line. */
    static List<String> parse(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                words.add(word.toString());
                word.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                i++;
                char escaped = line.charAt(i);
                word.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }

    @Override
    public String toString() {
        return lines.toString();
    }
}
