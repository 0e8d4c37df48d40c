package io.eyewall.lab.install;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.jspecify.annotations.Nullable;

/**
 * Edits Eyewall's part of a {@code storm.yaml}, which stands at its end between two comments. All
 * other bytes stay as they are; therefore callers decode the file as ISO 8859-1, where each byte is
 * a character. The result is parsed as YAML again, and must contain exactly the keys that were
 * there before, and Eyewall's. No state.
 */
final class MarkedPart {
    private static final String BEGIN = "# >>> eyewall: written by 'eyewall cluster install'";
    private static final String LINE_BREAK_ADDED = ", with the line break before";
    private static final String END = "# <<< eyewall";

    private MarkedPart() {}

    /**
     * The location of the part in a text.
     *
     * @param begin the index of the part's first character
     * @param end the index after the part's last character
     * @param inside the text between the two comments
     */
    private record Span(int begin, int end, String inside) {}

    /**
     * Returns the text with Eyewall's part at its end, in place of an older one.
     *
     * @param keys the keys of the part, with their values
     * @param ownKeys the keys that an older part may have
     * @param file the file's name, for messages
     * @throws InstallException if the text cannot be parsed, or sets one of the keys outside of the
     *     part
     */
    static String write(String text, Map<String, Object> keys, Set<String> ownKeys, String file)
            throws InstallException {
        String rest = remove(text, ownKeys, file);
        Map<String, @Nullable Object> before = parse(rest, file);
        for (String key : keys.keySet()) {
            if (before.containsKey(key)) {
                throw new InstallException(
                        "%s sets %s to %s already; remove that line, or set the keys yourself that 'eyewall cluster install --print' shows"
                                .formatted(file, key, before.get(key)));
            }
        }
        boolean lacksLineBreak = !rest.isEmpty() && !rest.endsWith("\n");
        StringBuilder all = new StringBuilder(rest);
        all.append(lacksLineBreak ? "\n" : "")
                .append(BEGIN)
                .append(lacksLineBreak ? LINE_BREAK_ADDED : "")
                .append('\n');
        all.append(toYaml(keys)).append(END).append('\n');
        Map<String, @Nullable Object> expected = new LinkedHashMap<>(before);
        expected.putAll(keys);
        if (!parsesTo(all.toString(), expected, file)) {
            throw new InstallException(
                    file
                            + " is written such that nothing can be added at its end; set the keys yourself that 'eyewall cluster install --print' shows");
        }
        return all.toString();
    }

    /** Returns which of some keys are set outside of Eyewall's part. */
    static Set<String> keysOutside(String text, Set<String> keys, Set<String> ownKeys, String file)
            throws InstallException {
        Set<String> found = new TreeSet<>(parse(remove(text, ownKeys, file), file).keySet());
        found.retainAll(keys);
        return found;
    }

    private static boolean parsesTo(
            String text, Map<String, @Nullable Object> expected, String file) {
        try {
            return parse(text, file).equals(expected);
        } catch (InstallException e) {
            return false;
        }
    }

    /** Returns the keys as lines of YAML, with values in JSON, which is YAML, too. */
    static String toYaml(Map<String, Object> keys) {
        StringBuilder lines = new StringBuilder();
        keys.forEach(
                (key, value) -> lines.append(key).append(": ").append(toJson(value)).append('\n'));
        return lines.toString();
    }

    private static String toJson(Object value) {
        return JSONValue.toJSONString(value).replace("\\/", "/");
    }

    /**
     * Returns the text without Eyewall's part; the same text if there is none.
     *
     * @param ownKeys the keys that may be in the part
     * @throws InstallException if the two comments are damaged, or other keys stand between them,
     *     which would be lost
     */
    static String remove(String text, Set<String> ownKeys, String file) throws InstallException {
        Optional<Span> span = find(text, file);
        if (span.isEmpty()) {
            return text;
        }
        Set<String> others = new TreeSet<>(parse(span.get().inside(), file).keySet());
        others.removeAll(ownKeys);
        if (!others.isEmpty()) {
            throw new InstallException(
                    "%s has %s between '%s' and '%s', where only 'eyewall cluster install' may write; move them to another place in the file"
                            .formatted(file, String.join(", ", others), BEGIN, END));
        }
        return text.substring(0, span.get().begin()) + text.substring(span.get().end());
    }

    private static Optional<Span> find(String text, String file) throws InstallException {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 && end < 0) {
            return Optional.empty();
        }
        boolean complete =
                begin >= 0
                        && end > begin
                        && text.indexOf(BEGIN, begin + 1) < 0
                        && text.indexOf(END, end + 1) < 0
                        && (begin == 0 || text.charAt(begin - 1) == '\n');
        if (!complete) {
            throw new InstallException(
                    "%s must have both '%s' and '%s', once and in this order; remove by hand what is left of them"
                            .formatted(file, BEGIN, END));
        }
        boolean lineAdded = text.startsWith(LINE_BREAK_ADDED, begin + BEGIN.length());
        int after = end + END.length();
        if (text.startsWith("\r\n", after)) {
            after += 2;
        } else if (text.startsWith("\n", after)) {
            after++;
        }
        int from = text.indexOf('\n', begin);
        return Optional.of(
                new Span(
                        lineAdded && begin > 0 ? begin - 1 : begin,
                        after,
                        from < 0 || from > end ? "" : text.substring(from, end)));
    }

    private static Map<String, @Nullable Object> parse(String text, String file)
            throws InstallException {
        Object parsed;
        try {
            parsed = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        } catch (YAMLException e) {
            throw new InstallException(file + " is not YAML: " + e.getMessage());
        }
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        if (parsed instanceof Map<?, ?> map) {
            map.forEach((key, value) -> keys.put(String.valueOf(key), value));
        } else if (parsed != null) {
            throw new InstallException(file + " is not a map of keys to values");
        }
        return keys;
    }
}
