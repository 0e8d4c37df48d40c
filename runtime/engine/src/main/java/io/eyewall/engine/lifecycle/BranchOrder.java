package io.eyewall.engine.lifecycle;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.storm.streams.processors.BranchProcessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the order of the predicates of a {@code branch} in Storm's Streams API. The predicates
 * are "applied in the given order" (Storm: streams/Stream.java), but Storm keeps them in a {@code
 * HashMap} by identity (streams/processors/BranchProcessor.java), so that their order is random
 * each time a task is created. A value that matches several predicates goes to the one that comes
 * first at random; behind a last predicate that matches everything, other branches stay empty. The
 * given order is the order of the branches' streams, which Storm numbers as it creates them ({@code
 * s7-branch}).
 */
final class BranchOrder {
    private static final Logger LOG = LoggerFactory.getLogger(BranchOrder.class);
    private static final Pattern BRANCH_STREAM = Pattern.compile("s(\\d+)-branch");

    private BranchOrder() {}

    /** Sorts the predicates of {@code processor}. Called before it receives any value. */
    static void restore(BranchProcessor<?> processor) {
        try {
            Field field = BranchProcessor.class.getDeclaredField("predicateToStream");
            field.setAccessible(true);
            Map<?, ?> ordered = sortedByStream((Map<?, ?>) field.get(processor));
            if (ordered != null) {
                field.set(processor, ordered);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.warn(
                    "cannot sort the branches of this version of Storm; a value that matches"
                            + " several predicates goes to any of their branches",
                    e);
        }
    }

    /**
     * Returns the map in the order of the stream numbers; null if the streams are not named as
     * Storm names them.
     */
    private static @Nullable Map<?, ?> sortedByStream(Map<?, ?> predicateToStream) {
        TreeMap<Long, Object> predicates = new TreeMap<>();
        for (Map.Entry<?, ?> entry : predicateToStream.entrySet()) {
            Matcher stream = BRANCH_STREAM.matcher((String) entry.getValue());
            if (!stream.matches()) {
                return null;
            }
            predicates.put(Long.valueOf(stream.group(1)), entry.getKey());
        }
        Map<Object, @Nullable Object> ordered = new LinkedHashMap<>();
        predicates
                .values()
                .forEach(predicate -> ordered.put(predicate, predicateToStream.get(predicate)));
        return ordered;
    }
}
