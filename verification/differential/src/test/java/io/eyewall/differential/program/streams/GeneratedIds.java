package io.eyewall.differential.program.streams;

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
 * Renumbers the names of components and streams that the streams API generates. Its counter is
 * shared by the whole process (Storm: streams/UniqueIdGen.java), so only the order of the names is
 * meaningful.
 */
final class GeneratedIds {
    private static final Pattern ID = Pattern.compile("\\b(bolt|spout|s)(\\d+)\\b");

    private GeneratedIds() {}

    /**
     * Builds a topology by the streams API, one at a time: the API's counter is not thread-safe,
     * and two concurrent calls could use the same number twice in one topology.
     */
    static synchronized StormTopology topology(Consumer<StreamBuilder> definition) {
        StreamBuilder builder = new StreamBuilder();
        definition.accept(builder);
        return builder.build();
    }

    /** Returns a text in which the ids of each kind are numbered from 1 in their order. */
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
