package io.eyewall.toolkit.operator;

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
 * Gathers the values of a key until a window marker with their number arrives, or the end, and then
 * emits the results: windows by event time, and aggregates over a whole finite stream. It keeps the
 * {@link Fold}'s state of each group instead of the values.
 *
 * <p>A value's tuple is acked when its group is complete, and results are anchored to all tuples of
 * the group. With {@link #ackAtOnce} tuples are acked as they arrive; groups are then lost with
 * their task. A value that arrives when its group is complete already is late: it is dropped,
 * counted by the counter {@code late}, and logged or sent to the dead letters ({@link
 * DroppedValues}). Exceptions are values that are replayed because a result made of them has
 * failed: when all values of the group have come again the result is emitted again ({@link
 * PastGroups}).
 *
 * @param <I> input values
 * @param <A> state of a group
 * @param <O> results
 */
public final class FoldBolt<I, A, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final int TICK_SEC = 1;
    private static final String INCOMPLETE = "late: other values of its window were not replayed";

    private final Input<I> input;
    private final boolean hasKeys;
    private final Fold<I, A, O> fold;
    private boolean acksAtOnce;
    private transient TreeMap<Long, Map<Object, Group<A>>> groups;
    private transient long reached;
    private transient boolean hasEnded;

    /**
     * Cache of {@link #groups(long)}: the groups of one number, which usually is the next tuple's
     * number, too.
     */
    private transient long lastUntil;

    private transient @Nullable Map<Object, Group<A>> lastGroups;
    private transient PastGroups<A> past;
    private transient DroppedValues late;
    private transient Again again;

    /** One group, and the tuples that stay unacked until it is complete. */
    private static final class Group<A> {
        private final A state;
        private final List<Tuple> held = new ArrayList<>();

        private Group(A state) {
            this.state = state;
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
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_SEC);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        groups = new TreeMap<>();
        reached = Long.MIN_VALUE;
        hasEnded = false;
        again = new Again();
        past = new PastGroups<>(MessageTimeout.ms(conf));
        late =
                leftOut(
                        context,
                        "late",
                        "they arrived after their window had ended; a longer delay of the source's"
                                + " event time admits more");
        @Nullable A nothing = fold.nothing();
        if (nothing != null) {
            Map<Object, Group<A>> last = new LinkedHashMap<>();
            last.put("", new Group<>(nothing));
            groups.put(Fold.END, last);
        }
    }

    @Override
    protected void onTuple(Tuple tuple) {
        attempt(tuple, () -> gather(tuple));
    }

    private void gather(Tuple tuple) {
        I value = input.value(tuple);
        long until = fold.until(value);
        Object key = hasKeys ? Input.key(tuple) : "";
        boolean isLate = until <= reached;
        if ((isLate || hasEnded) && holdReplay(tuple, value, until, key)) {
            return;
        }
        if (isLate) {
            late.add(tuple, "late: its window ended at " + until + ", time is " + reached);
            return;
        }
        Map<Object, Group<A>> same = groups(until);
        Group<A> group = same.get(key);
        if (group == null) {
            group = new Group<>(added(null, value));
            same.put(key, group);
        } else {
            fold.add(group.state, value);
        }
        if (acksAtOnce) {
            collector().ack(tuple);
        } else {
            group.held.add(tuple);
        }
    }

    /**
     * Returns whether the tuple is a replay of one of a complete group; if so, the tuple is held.
     */
    private boolean holdReplay(Tuple tuple, I value, long until, Object key) {
        long nowMs = ProcessingTime.nowMs();
        Object identity = acksAtOnce ? null : fold.identity(value);
        return identity != null
                && past.accept(
                        until,
                        key,
                        hash(identity),
                        tuple,
                        nowMs,
                        state -> added(state, value),
                        again);
    }

    private A added(@Nullable A group, I value) {
        A to = group == null ? fold.start(value) : group;
        fold.add(to, value);
        return to;
    }

    /** Returns a hash by content, for arrays as well. */
    private static int hash(Object identity) {
        return Arrays.deepHashCode(new Object[] {identity});
    }

    private Map<Object, Group<A>> groups(long until) {
        Map<Object, Group<A>> same = lastGroups;
        if (same == null || until != lastUntil) {
            same = groups.computeIfAbsent(until, absent -> new LinkedHashMap<>());
            lastGroups = same;
            lastUntil = until;
        }
        return same;
    }

    @Override
    protected void onWindow(long number) {
        reached = number;
        Map<Long, Map<Object, Group<A>>> complete = groups.headMap(number, true);
        remember(complete);
        complete(complete, List.of(), true);
    }

    @Override
    protected void onTick() {
        past.tick(ProcessingTime.nowMs(), again);
        late.tick();
    }

    /** Remembers the identities of complete groups, as results that are made of them may fail. */
    private void remember(Map<Long, Map<Object, Group<A>>> complete) {
        long nowMs = ProcessingTime.nowMs();
        if (!acksAtOnce) {
            complete.forEach(
                    (until, groupsOfKeys) ->
                            groupsOfKeys.forEach(
                                    (key, group) -> remember(until, key, group.held, nowMs)));
        }
    }

    private void remember(long until, Object key, List<Tuple> held, long nowMs) {
        int[] hashes = new int[held.size()];
        for (int i = 0; i < hashes.length; i++) {
            Object identity = fold.identity(input.value(held.get(i)));
            if (identity == null) {
                return;
            }
            hashes[i] = hash(identity);
        }
        past.add(until, key, hashes, nowMs);
    }

    /**
     * Completes all groups. With {@code acksAtOnce} it keeps them: acked tuples are never replayed,
     * so if the end is repeated the results must be made of the same groups.
     */
    @Override
    protected void onFinal(List<Tuple> markers) {
        remember(groups);
        hasEnded = true;
        complete(groups, markers, !acksAtOnce);
        late.end();
    }

    private void complete(
            Map<Long, Map<Object, Group<A>>> complete, List<Tuple> markers, boolean forgets) {
        for (Map<Object, Group<A>> groupsOfKeys : complete.values()) {
            for (Group<A> group : groupsOfKeys.values()) {
                List<Tuple> anchors = group.held;
                if (!markers.isEmpty()) {
                    anchors = new ArrayList<>(group.held);
                    anchors.addAll(markers);
                }
                List<Tuple> all = anchors;
                result(group.state, all);
                group.held.forEach(collector()::ack);
            }
        }
        if (forgets) {
            complete.clear();
            lastGroups = null;
        }
    }

    private void result(A group, List<Tuple> anchors) {
        make(anchors, () -> group, (EachBolt.Out<O> out) -> fold.result(group, out));
    }

    /** Handles groups whose tuples were replayed after the end of their window. */
    private final class Again implements PastGroups.Listener<A> {
        @Override
        public void onComplete(long until, Object key, A group, List<Tuple> held) {
            remember(until, key, held, ProcessingTime.nowMs());
            result(group, held);
            held.forEach(collector()::ack);
        }

        @Override
        public void onWaiting(List<Tuple> held) {
            held.forEach(collector()::resetTimeout);
        }

        @Override
        public void onLate(List<Tuple> held) {
            held.forEach(tuple -> late.add(tuple, INCOMPLETE));
        }
    }
}
