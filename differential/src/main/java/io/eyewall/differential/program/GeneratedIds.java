package io.eyewall.differential.program;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.StreamBuilder;

/**
 * Names of components and streams that the streams API numbers through the whole process (Storm:
 * streams/UniqueIdGen.java): only their order is meaningful.
 */
final class GeneratedIds {
    private static final Pattern ID = Pattern.compile("\\b(bolt|spout|s)(\\d+)\\b");

    private GeneratedIds() {}

    /**
     * Builds a topology by the streams API, one at a time: its numbers are not made for several
     * threads, and two that met would give one topology the same number twice.
     */
    static synchronized StormTopology topology(Consumer<StreamBuilder> definition) {
        StreamBuilder builder = new StreamBuilder();
        definition.accept(builder);
        return builder.build();
    }

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
