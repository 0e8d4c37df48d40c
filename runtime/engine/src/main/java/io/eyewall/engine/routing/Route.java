package io.eyewall.engine.routing;

import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that the tuples of one task and stream go to. For one thread.
 *
 * @param source task and stream
 * @param groupers one per subscription that is not direct, in Storm's order
 * @param directSubscribers components that subscribe with direct grouping
 * @param onlyGrouper the grouper of the only subscription, or null if there is none or several
 * @param fixedTarget the task that gets every tuple, or null if there is a choice
 * @param fieldCount number of values of a tuple
 * @param counts emits that are not counted by {@code onlyGrouper}
 */
public record Route(
        StreamSource source,
        List<Grouper> groupers,
        List<String> directSubscribers,
        @Nullable Grouper onlyGrouper,
        @Nullable Endpoint fixedTarget,
        int fieldCount,
        Counts counts) {
    private static final Endpoint[] NO_TARGETS = {};

    /** Counters of the emits that no grouper counts. */
    @SuppressWarnings("unused") // padding
    static final class Counts extends Padded {
        private long emittedToMany;
        private long emittedDirect;
        private long sentDirect;

        private long q1;
        private long q2;
        private long q3;
        private long q4;
        private long q5;
        private long q6;
        private long q7;
        private long q8;
    }

    /**
     * Creates the route of a task and stream.
     *
     * @param source task and stream
     * @param groupers one per subscription that is not direct, in Storm's order
     * @param directSubscribers components that subscribe with direct grouping
     */
    static Route create(
            StreamSource source, List<Grouper> groupers, List<String> directSubscribers) {
        @Nullable Grouper onlyGrouper =
                groupers.size() == 1 && directSubscribers.isEmpty() ? groupers.get(0) : null;
        return new Route(
                source,
                List.copyOf(groupers),
                List.copyOf(directSubscribers),
                onlyGrouper,
                onlyGrouper == null ? null : onlyGrouper.fixedTarget(),
                source.fields().size(),
                new Counts());
    }

    /**
     * Returns the number of tuples emitted since the start, each counted once however many tasks
     * got it.
     */
    public long emitted() {
        // emits to one task are counted by the grouper only
        if (onlyGrouper != null && onlyGrouper.choosesOne()) {
            return counts.emittedDirect + onlyGrouper.sentToAll();
        }
        return counts.emittedDirect + counts.emittedToMany;
    }

    /** Returns the number of tuples sent to tasks since the start. */
    public long transferred() {
        long sent = counts.sentDirect;
        for (Grouper grouper : groupers) {
            sent += grouper.sentToAll();
        }
        return sent;
    }

    /**
     * Returns the one task that gets these values, and counts the emit. Returns null if there may
     * be no or several such tasks, or if the thread has lost its core in user code. The caller then
     * calls {@link #chooseAll}.
     */
    @HotPath
    @SuppressWarnings("NullAway") // onlyGrouper is not null if fixedTarget is not
    public @Nullable Endpoint chooseOne(List<Object> values) {
        if (fixedTarget != null) {
            checkSize(values);
            onlyGrouper.countSentToFixed();
            return fixedTarget;
        }
        if (onlyGrouper == null) {
            return null;
        }
        int index = onlyGrouper.choose(values);
        if (index < 0) {
            return null;
        }
        checkSize(values);
        return onlyGrouper.countSent(index);
    }

    /**
     * Returns all tasks that get these values, and counts the emit. May call user code, in which
     * the thread may lose its core.
     *
     * @throws IllegalArgumentException if a component subscribes with direct grouping, or the
     *     number of values is not that of the declared fields
     */
    public Endpoint[] chooseAll(List<Object> values) {
        if (!directSubscribers.isEmpty()) {
            throw new IllegalArgumentException("Cannot do regular emit to direct stream");
        }
        int[][] indexes = new int[groupers.size()][];
        int count = 0;
        for (int i = 0; i < groupers.size(); i++) {
            int single = groupers.get(i).choose(values);
            indexes[i] =
                    single == Grouper.MANY
                            ? groupers.get(i).chooseMany(values)
                            : new int[] {single};
            count += indexes[i].length;
        }
        if (count > 0) {
            checkSize(values);
        }
        // Nothing throws from here on.
        Endpoint[] chosen = count == 0 ? NO_TARGETS : new Endpoint[count];
        int next = 0;
        for (int i = 0; i < groupers.size(); i++) {
            for (int index : indexes[i]) {
                chosen[next++] = groupers.get(i).countSent(index);
            }
        }
        counts.emittedToMany++;
        return chosen;
    }

    /**
     * Returns the task of a direct emit, or an empty array if its component does not subscribe;
     * counts the emit.
     *
     * @param targetComponent the target's component; null if there is none
     * @param target the task named by the user; null if there is none
     * @throws IllegalArgumentException if its component subscribes with another grouping
     */
    public Endpoint[] chooseDirect(
            @Nullable String targetComponent, @Nullable Endpoint target, List<Object> values) {
        boolean subscribed = target != null && directSubscribers.contains(targetComponent);
        if (!subscribed) {
            for (Grouper grouper : groupers) {
                if (contains(grouper, target)) {
                    throw new IllegalArgumentException(
                            "Cannot emitDirect to a task expecting a regular grouping");
                }
            }
        }
        if (!subscribed) {
            counts.emittedDirect++;
            return NO_TARGETS;
        }
        checkSize(values);
        counts.emittedDirect++;
        counts.sentDirect++;
        return new Endpoint[] {target};
    }

    private static boolean contains(Grouper grouper, @Nullable Endpoint target) {
        for (int i = 0; i < grouper.targetCount(); i++) {
            if (grouper.target(i) == target) {
                return true;
            }
        }
        return false;
    }

    private void checkSize(List<Object> values) {
        if (values.size() != fieldCount) {
            throw new IllegalArgumentException(
                    "Tuple created with wrong number of fields. Expected "
                            + fieldCount
                            + " fields but got "
                            + values.size()
                            + " fields");
        }
    }

    /** Returns the ids of chosen tasks, as {@code emit} returns them. */
    public static List<Integer> ids(Endpoint[] chosen) {
        if (chosen.length == 0) {
            return Collections.emptyList();
        }
        if (chosen.length == 1) {
            return chosen[0].asList();
        }
        List<Integer> ids = new ArrayList<>(chosen.length);
        for (Endpoint endpoint : chosen) {
            ids.add(endpoint.taskId());
        }
        return Collections.unmodifiableList(ids);
    }

    /** Compares by identity, because each route has its own counts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
