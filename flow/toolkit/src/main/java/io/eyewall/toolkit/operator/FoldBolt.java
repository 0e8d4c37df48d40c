package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the values of a group, which have the same key and the same {@link Fold#until}, until the
 * window marker with that number arrives, or the end; then it emits the group's results. These are
 * windows by event time, and aggregates over a whole finite stream. The bolt keeps the {@link
 * Fold}'s state of each group instead of the values.
 *
 * <p>A value's tuple is acked when its group is complete, and results are anchored to all tuples of
 * the group. With {@link #ackAtOnce} tuples are acked as they arrive; without snapshots, groups are
 * then lost with their task. A value that arrives when its group is complete already is late: it is
 * dropped, counted by the counter {@code late}, and logged or sent to the dead letters ({@link
 * DroppedValues}). A value that is replayed because a result computed from it has failed is not
 * late: when all values of its group were replayed the result is emitted again ({@link
 * PastGroups}).
 *
 * @param <I> input values
 * @param <A> state of a group
 * @param <O> results
 */
public final class FoldBolt<I, A, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final int TICK_INTERVAL_SEC = 1;
    private static final int GROUPS_TABLE = 0;
    private static final int TIME_TABLE = 1;
    private static final String REASON_INCOMPLETE =
            "late: other values of its window were not replayed";

    private final Input<I> input;
    private final boolean hasKeys;
    private final Fold<I, A, O> fold;
    private boolean acksAtOnce;
    private transient TreeMap<Long, Map<Object, Group<A>>> groups;

    /** The number of the last window marker. */
    private transient long endedUpTo;

    private transient boolean hasEnded;

    /**
     * Cache of {@link #groupsUntil(long)}: the groups of one number, which usually is the next
     * tuple's number, too.
     */
    private transient long cachedUntil;

    private transient @Nullable Map<Object, Group<A>> cachedGroups;
    private transient PastGroups<A> pastGroups;
    private transient DroppedValues lateValues;
    private transient ReplayListener replayListener;

    /** The groups that have changed since the last snapshot. */
    private transient SavedEntries<Group<A>> saved = new SavedEntries<>(GROUPS_TABLE, false);

    /** One group, and its tuples, which stay unacked until the group is complete. */
    private static final class Group<A> extends SavedEntry {
        private final Fold<?, A, ?> fold;
        private final long until;
        private final Object key;
        private final A state;
        private final List<Tuple> held = new ArrayList<>();

        private Group(Fold<?, A, ?> fold, long until, Object key, A state) {
            this.fold = fold;
            this.until = until;
            this.key = key;
            this.state = state;
        }

        @Override
        protected Object[] content() {
            return new Object[] {until, key, fold.saved(state)};
        }
    }

    /**
     * @param hasKeys whether tuples are grouped by a key; otherwise there is one group for each
     *     number
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public FoldBolt(Input<I> input, boolean hasKeys, Fold<I, A, O> fold) {
        this.input = input;
        this.hasKeys = hasKeys;
        this.fold = fold;
    }

    /**
     * Makes the bolt ack tuples as they arrive; for sources that are read from the beginning after
     * a crash.
     */
    public FoldBolt<I, A, O> ackAtOnce() {
        acksAtOnce = true;
        return this;
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_INTERVAL_SEC);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        saved = new SavedEntries<>(GROUPS_TABLE, snapshots() != null);
        beginAnew();
        replayListener = new ReplayListener();
        pastGroups = new PastGroups<>(MessageTimeout.ms(conf));
        lateValues =
                newDroppedValues(
                        context,
                        "late",
                        "they arrived after their window had ended; a longer delay of the source's"
                                + " event time admits more");
    }

    private void beginAnew() {
        groups = new TreeMap<>();
        cachedGroups = null;
        endedUpTo = Long.MIN_VALUE;
        hasEnded = false;
        @Nullable A nothing = fold.nothing();
        if (nothing != null) {
            Group<A> group = new Group<>(fold, Fold.END, "", nothing);
            Map<Object, Group<A>> groupsOfEnd = new LinkedHashMap<>();
            groupsOfEnd.put(group.key, group);
            groups.put(Fold.END, groupsOfEnd);
            saved.onChange(group);
        }
    }

    // ---- snapshots -----------------------------------------------------------------------------

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    /** Returns whether tuples stay unacked until their group is complete. */
    private boolean holdsTuples() {
        return !acksAtOnce && !saved.isOn();
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
        out.put(TIME_TABLE, 1, endedUpTo);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        saved.clear();
        beginAnew();
        if (in.isInitial()) {
            return;
        }
        groups.clear();
        in.forEach(TIME_TABLE, (entry, content) -> endedUpTo = (Long) content[0]);
        saved.restore(
                in,
                content -> {
                    long until = (Long) content[0];
                    Group<A> group =
                            new Group<>(fold, until, content[1], fold.restored(content[2]));
                    groupsUntil(until).put(group.key, group);
                    return group;
                });
    }

    // ---- values --------------------------------------------------------------------------------

    @Override
    protected void onTuple(Tuple tuple) {
        runCatching(tuple, () -> addToGroup(tuple));
    }

    private void addToGroup(Tuple tuple) {
        I value = input.value(tuple);
        long until = fold.until(value);
        Object key = hasKeys ? Input.key(tuple) : "";
        boolean isLate = until <= endedUpTo;
        if ((isLate || hasEnded) && holdReplay(tuple, value, until, key)) {
            return;
        }
        if (isLate) {
            lateValues.drop(tuple, "late: its window ended at " + until + ", time is " + endedUpTo);
            return;
        }
        Map<Object, Group<A>> groupsOfNumber = groupsUntil(until);
        Group<A> group = groupsOfNumber.get(key);
        if (group == null) {
            group = new Group<>(fold, until, key, addValue(null, value));
            groupsOfNumber.put(key, group);
        } else {
            fold.add(group.state, value);
        }
        saved.onChange(group);
        if (holdsTuples()) {
            group.held.add(tuple);
        } else {
            collector().ack(tuple);
        }
    }

    /**
     * Holds the tuple if it is a replay of a tuple of a complete group; returns whether it is held.
     */
    private boolean holdReplay(Tuple tuple, I value, long until, Object key) {
        long nowMs = ProcessingTime.nowMs();
        Object identity = holdsTuples() ? fold.identity(value) : null;
        return identity != null
                && pastGroups.holdReplay(
                        until,
                        key,
                        contentHash(identity),
                        tuple,
                        nowMs,
                        state -> addValue(state, value),
                        replayListener);
    }

    /** Returns the state of a group with a value added; null is the state of a new group. */
    private A addValue(@Nullable A group, I value) {
        A state = group == null ? fold.start(value) : group;
        fold.add(state, value);
        return state;
    }

    /** Returns a hash of the content, for arrays as well. */
    private static int contentHash(Object identity) {
        return Arrays.deepHashCode(new Object[] {identity});
    }

    private Map<Object, Group<A>> groupsUntil(long until) {
        Map<Object, Group<A>> groupsOfNumber = cachedGroups;
        if (groupsOfNumber == null || until != cachedUntil) {
            groupsOfNumber = groups.computeIfAbsent(until, absent -> new LinkedHashMap<>());
            cachedGroups = groupsOfNumber;
            cachedUntil = until;
        }
        return groupsOfNumber;
    }

    @Override
    protected void onWindow(long number) {
        endedUpTo = number;
        Map<Long, Map<Object, Group<A>>> completed = groups.headMap(number, true);
        rememberGroups(completed);
        completeGroups(completed, List.of(), true);
    }

    @Override
    protected void onTick() {
        pastGroups.tick(ProcessingTime.nowMs(), replayListener);
        lateValues.reportIfDue();
    }

    /** Remembers the identities of complete groups, as their results may fail. */
    private void rememberGroups(Map<Long, Map<Object, Group<A>>> completed) {
        long nowMs = ProcessingTime.nowMs();
        if (holdsTuples()) {
            completed.forEach(
                    (until, groupsOfKeys) ->
                            groupsOfKeys.forEach(
                                    (key, group) -> rememberGroup(until, key, group.held, nowMs)));
        }
    }

    private void rememberGroup(long until, Object key, List<Tuple> held, long nowMs) {
        int[] hashes = new int[held.size()];
        for (int i = 0; i < hashes.length; i++) {
            Object identity = fold.identity(input.value(held.get(i)));
            if (identity == null) {
                return;
            }
            hashes[i] = contentHash(identity);
        }
        pastGroups.remember(until, key, hashes, nowMs);
    }

    /**
     * Completes all groups. With {@code acksAtOnce} it keeps them: acked tuples are never replayed,
     * so if the end is repeated the results must be computed from the same groups. With snapshots
     * they come back with the snapshot.
     */
    @Override
    protected void onFinal(List<Tuple> markers) {
        rememberGroups(groups);
        hasEnded = true;
        completeGroups(groups, markers, !acksAtOnce || saved.isOn());
        lateValues.reportAll();
    }

    /**
     * Emits the results of groups and acks their tuples.
     *
     * @param markers end markers to which the results are anchored, too
     * @param forgetsGroups whether the groups are removed
     */
    private void completeGroups(
            Map<Long, Map<Object, Group<A>>> completed,
            List<Tuple> markers,
            boolean forgetsGroups) {
        for (Map<Object, Group<A>> groupsOfKeys : completed.values()) {
            for (Group<A> group : groupsOfKeys.values()) {
                List<Tuple> anchors = group.held;
                if (!markers.isEmpty()) {
                    anchors = new ArrayList<>(group.held);
                    anchors.addAll(markers);
                }
                emitResult(group.state, anchors);
                group.held.forEach(collector()::ack);
            }
        }
        if (forgetsGroups) {
            if (saved.isOn()) {
                completed
                        .values()
                        .forEach(groupsOfKeys -> groupsOfKeys.values().forEach(saved::onRemove));
            }
            completed.clear();
            cachedGroups = null;
        }
    }

    private void emitResult(A group, List<Tuple> anchors) {
        emitResults(anchors, () -> group, (EachBolt.Out<O> out) -> fold.result(group, out));
    }

    /** Handles groups whose tuples were replayed after the end of their window. */
    private final class ReplayListener implements PastGroups.Listener<A> {
        @Override
        public void onComplete(long until, Object key, A group, List<Tuple> held) {
            rememberGroup(until, key, held, ProcessingTime.nowMs());
            emitResult(group, held);
            held.forEach(collector()::ack);
        }

        @Override
        public void onWaiting(List<Tuple> held) {
            held.forEach(collector()::resetTimeout);
        }

        @Override
        public void onLate(List<Tuple> held) {
            held.forEach(tuple -> lateValues.drop(tuple, REASON_INCOMPLETE));
        }
    }
}
