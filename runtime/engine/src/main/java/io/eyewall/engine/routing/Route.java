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
 * @param only the grouper of the only subscription, or null if there is none or several
 * @param fixed the task that gets every tuple, or null if there is a choice
 * @param fieldCount number of values of a tuple
 * @param counts emits that are not counted by {@code only}
 */
public record Route(
        StreamSource source,
        List<Grouper> groupers,
        List<String> directSubscribers,
        @Nullable Grouper only,
        @Nullable Endpoint fixed,
        int fieldCount,
        Counts counts) {
    private static final Endpoint[] NONE = {};

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
        @Nullable Grouper only =
                groupers.size() == 1 && directSubscribers.isEmpty() ? groupers.get(0) : null;
        return new Route(
                source,
                List.copyOf(groupers),
                List.copyOf(directSubscribers),
                only,
                only == null ? null : only.fixed(),
                source.fields().size(),
                new Counts());
    }

    /**
     * Returns the number of tuples emitted since the start, each counted once however many tasks
     * got it.
     */
    public long emitted() {
        // emits to one task are counted by the grouper alone
        if (only != null && only.choosesOne()) {
            return counts.emittedDirect + only.sentToAll();
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
     * Returns the one task that gets these values, and counts the emit. Returns null if it may be
     * another number of tasks, or if the thread has lost its core to user code: then call {@link
     * #chooseAll}.
     */
    @HotPath
    @SuppressWarnings("NullAway") // `only` is not null if `fixed` is not
    public @Nullable Endpoint chooseOne(List<Object> values) {
        if (fixed != null) {
            checkSize(values);
            only.countFixed();
            return fixed;
        }
        if (only == null) {
            return null;
        }
        int index = only.choose(values);
        if (index < 0) {
            return null;
        }
        checkSize(values);
        return only.send(index);
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
            int one = groupers.get(i).choose(values);
            indexes[i] = one == Grouper.MANY ? groupers.get(i).chooseMany(values) : new int[] {one};
            count += indexes[i].length;
        }
        if (count > 0) {
            checkSize(values);
        }
        Endpoint[] chosen = count == 0 ? NONE : new Endpoint[count]; // nothing throws from here on
        int next = 0;
        for (int i = 0; i < groupers.size(); i++) {
            for (int index : indexes[i]) {
                chosen[next++] = groupers.get(i).send(index);
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
            return NONE;
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

    /** Compares by identity: a route has its own counts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
