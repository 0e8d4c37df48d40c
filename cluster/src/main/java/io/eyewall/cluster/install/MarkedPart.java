package io.eyewall.cluster.install;

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
 * Our part of a {@code storm.yaml}, at its end, between two comments. All else stays byte for byte,
 * so texts are of ISO 8859-1: each byte a character. What comes out is read again as YAML, and has
 * to say what was there before, and our keys. No state.
 */
final class MarkedPart {
    private static final String BEGIN = "# >>> eyewall: written by 'eyewall cluster install'";
    private static final String LINE_ADDED = ", with the line break before";
    private static final String END = "# <<< eyewall";

    private MarkedPart() {}

    /**
     * A text with a part in it, which begins and ends there.
     *
     * @param inside what is between the two comments
     */
    private record Place(int begin, int end, String inside) {}

    /**
     * With our part, in the place of an older one.
     *
     * @param file for messages
     * @param ours keys that an older one may have
     * @throws InstallException if the text is not understood, or has one of the keys already
     */
    static String put(String text, Map<String, Object> keys, Set<String> ours, String file)
            throws InstallException {
        String rest = remove(text, ours, file);
        Map<String, @Nullable Object> before = parse(rest, file);
        for (String key : keys.keySet()) {
            if (before.containsKey(key)) {
                throw new InstallException(
                        "%s sets %s to %s already; take that line out, or leave the file as it is and set what 'eyewall cluster install --print' shows yourself"
                                .formatted(file, key, before.get(key)));
            }
        }
        boolean open = !rest.isEmpty() && !rest.endsWith("\n");
        StringBuilder all = new StringBuilder(rest);
        all.append(open ? "\n" : "").append(BEGIN).append(open ? LINE_ADDED : "").append('\n');
        all.append(lines(keys)).append(END).append('\n');
        Map<String, @Nullable Object> wanted = new LinkedHashMap<>(before);
        wanted.putAll(keys);
        if (!says(all.toString(), wanted, file)) {
            throw new InstallException(
                    file
                            + " is written in a way that nothing can be added at its end; set what"
                            + " 'eyewall cluster install --print' shows yourself");
        }
        return all.toString();
    }

    /** Returns the keys that are set outside of our part. */
    static Set<String> othersKeys(String text, Set<String> keys, Set<String> ours, String file)
            throws InstallException {
        Set<String> found = new TreeSet<>(parse(remove(text, ours, file), file).keySet());
        found.retainAll(keys);
        return found;
    }

    private static boolean says(String text, Map<String, @Nullable Object> wanted, String file) {
        try {
            return parse(text, file).equals(wanted);
        } catch (InstallException e) {
            return false;
        }
    }

    /** The keys as lines of YAML; values as JSON, which is YAML. */
    static String lines(Map<String, Object> keys) {
        StringBuilder lines = new StringBuilder();
        keys.forEach(
                (key, value) -> lines.append(key).append(": ").append(json(value)).append('\n'));
        return lines.toString();
    }

    private static String json(Object value) {
        return JSONValue.toJSONString(value).replace("\\/", "/");
    }

    /**
     * Without our part; the same text if there is none.
     *
     * @param ours keys that may be in it
     * @throws InstallException if the comments are not where they were put, or others have put
     *     something between them, which would be lost
     */
    static String remove(String text, Set<String> ours, String file) throws InstallException {
        Optional<Place> place = find(text, file);
        if (place.isEmpty()) {
            return text;
        }
        Set<String> others = new TreeSet<>(parse(place.get().inside(), file).keySet());
        others.removeAll(ours);
        if (!others.isEmpty()) {
            throw new InstallException(
                    "%s has %s between '%s' and '%s', where only 'eyewall cluster install' writes; move that to another place in the file"
                            .formatted(file, String.join(", ", others), BEGIN, END));
        }
        return text.substring(0, place.get().begin()) + text.substring(place.get().end());
    }

    private static Optional<Place> find(String text, String file) throws InstallException {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 && end < 0) {
            return Optional.empty();
        }
        boolean whole =
                begin >= 0
                        && end > begin
                        && text.indexOf(BEGIN, begin + 1) < 0
                        && text.indexOf(END, end + 1) < 0
                        && (begin == 0 || text.charAt(begin - 1) == '\n');
        if (!whole) {
            throw new InstallException(
                    "%s has not both of '%s' and '%s', once and in this order; take out what is left of them by hand"
                            .formatted(file, BEGIN, END));
        }
        boolean lineAdded = text.startsWith(LINE_ADDED, begin + BEGIN.length());
        int after = end + END.length();
        if (text.startsWith("\r\n", after)) {
            after += 2;
        } else if (text.startsWith("\n", after)) {
            after++;
        }
        int from = text.indexOf('\n', begin);
        return Optional.of(
                new Place(
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
            throw new InstallException(file + " is no YAML: " + e.getMessage());
        }
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        if (parsed instanceof Map<?, ?> map) {
            map.forEach((key, value) -> keys.put(String.valueOf(key), value));
        } else if (parsed != null) {
            throw new InstallException(file + " is no map of keys to values");
        }
        return keys;
    }
}
