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
 * Restores the order of the predicates of a {@code branch} of Storm's Streams API. They are
 * "applied in the given order" (Storm: streams/Stream.java), but stand in a {@code HashMap} by
 * their identity (streams/processors/BranchProcessor.java), so that the order is a matter of chance
 * each time that a task is made. Where several predicates match a value it goes to the one that
 * chance puts first: behind a last predicate that matches everything, other branches stay empty.
 * The given order is that of the branches' streams, which are numbered as they are made ({@code
 * s7-branch}).
 */
final class BranchOrder {
    private static final Logger LOG = LoggerFactory.getLogger(BranchOrder.class);
    private static final Pattern STREAM = Pattern.compile("s(\\d+)-branch");

    private BranchOrder() {}

    /** Puts the predicates of a processor in order, before it is given any value. */
    static void restore(BranchProcessor<?> processor) {
        try {
            Field field = BranchProcessor.class.getDeclaredField("predicateToStream");
            field.setAccessible(true);
            Map<?, ?> ordered = ordered((Map<?, ?>) field.get(processor));
            if (ordered != null) {
                field.set(processor, ordered);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.warn(
                    "this Storm's branches can't be put in order; predicates that overlap are"
                            + " applied in any order",
                    e);
        }
    }

    /** Null: the streams have other names than Storm's. */
    private static @Nullable Map<?, ?> ordered(Map<?, ?> predicateToStream) {
        TreeMap<Long, Object> predicates = new TreeMap<>();
        for (Map.Entry<?, ?> entry : predicateToStream.entrySet()) {
            Matcher stream = STREAM.matcher((String) entry.getValue());
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
