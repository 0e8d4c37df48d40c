package io.eyewall.differential.program;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Names of components and streams that the streams API numbers through the whole process (Storm:
 * streams/UniqueIdGen.java): only their order says something.
 */
final class GeneratedIds {
    private static final Pattern ID = Pattern.compile("\\b(bolt|spout|s)(\\d+)\\b");

    private GeneratedIds() {}

    /** The text with the ids of each kind numbered from 1 in their order. */
    static String renumbered(String text) {
        Map<String, NavigableSet<Integer>> numbers = new TreeMap<>();
        ID.matcher(text)
                .results()
                .forEach(
                        id ->
                                numbers.computeIfAbsent(id.group(1), kind -> new TreeSet<>())
                                        .add(Integer.valueOf(id.group(2))));
        return ID.matcher(text).replaceAll(id -> id.group(1) + place(numbers, id.group(1), id));
    }

    private static int place(
            Map<String, NavigableSet<Integer>> numbers, String kind, MatchResult id) {
        return numbers.get(kind).headSet(Integer.valueOf(id.group(2)), true).size();
    }
}
