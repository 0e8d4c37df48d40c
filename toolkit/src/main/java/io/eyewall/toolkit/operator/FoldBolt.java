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
 * Gathers the values of a key until a window marker with their number comes, or the end, and then
 * makes values of them: windows by the time of events, and sums over all that ends. It keeps what
 * the {@link Fold} makes of the values, not the values.
 *
 * <p>A value's tuple is acked when its group is complete; what is made is anchored to all tuples of
 * the group. Or at once ({@link #ackAtOnce}): groups are lost with their task then. What comes when
 * its group is complete already is late: it is left out, counted by the counter {@code late}, and
 * named in the log, or among the dead letters ({@link LeftOut}). But for what comes again because
 * what was made of it has failed: when all of its group has come, that is made again ({@link
 * PastGroups}).
 *
 * @param <I> what comes
 * @param <A> what is known of a group
 * @param <O> what goes
 */
public final class FoldBolt<I, A, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final int TICK_SEC = 1;
    private static final String ALONE = "late: others of its window did not come again";

    private final Input<I> input;
    private final boolean hasKeys;
    private final Fold<I, A, O> fold;
    private boolean acksAtOnce;
    private transient TreeMap<Long, Map<Object, Group<A>>> groups;
    private transient long reached;
    private transient boolean hasEnded;

    /** The groups of one number, which is usually the next tuple's, too. */
    private transient long lastUntil;

    private transient @Nullable Map<Object, Group<A>> lastGroups;
    private transient PastGroups<A> past;
    private transient LeftOut late;
    private transient Again again;

    /** One group, and the tuples that are not acked before it is complete. */
    private static final class Group<A> {
        private final A so;
        private final List<Tuple> held = new ArrayList<>();

        private Group(A so) {
            this.so = so;
        }
    }

    /**
     * @param hasKeys whether tuples are grouped by a key; else there is one group for each number
     */
    @SuppressWarnings("NullAway.Init") // by prepare
    public FoldBolt(Input<I> input, boolean hasKeys, Fold<I, A, O> fold) {
        this.input = input;
        this.hasKeys = hasKeys;
        this.fold = fold;
    }

    /** Tuples are acked as they come: for what is read anew after a crash. */
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
                        "they came when their window was over; a longer delay of the source's event"
                                + " time waits for more");
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
        if ((isLate || hasEnded) && comesAgain(tuple, value, until, key)) {
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
            fold.add(group.so, value);
        }
        if (acksAtOnce) {
            collector().ack(tuple);
        } else {
            group.held.add(tuple);
        }
    }

    /** Whether it was in a group that is complete; then it is held. */
    private boolean comesAgain(Tuple tuple, I value, long until, Object key) {
        long nowMs = ProcessingTime.nowMs();
        Object identity = acksAtOnce ? null : fold.identity(value);
        return identity != null
                && past.take(
                        until, key, hash(identity), tuple, nowMs, so -> added(so, value), again);
    }

    private A added(@Nullable A group, I value) {
        A to = group == null ? fold.start(value) : group;
        fold.add(to, value);
        return to;
    }

    /** Of arrays, too. */
    private static int hash(Object identity) {
        return Arrays.deepHashCode(new Object[] {identity});
    }

    private Map<Object, Group<A>> groups(long until) {
        Map<Object, Group<A>> same = lastGroups;
        if (same == null || until != lastUntil) {
            same = groups.computeIfAbsent(until, any -> new LinkedHashMap<>());
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
        past.look(ProcessingTime.nowMs(), again);
        late.look();
    }

    /** What is made of these may fail. */
    private void remember(Map<Long, Map<Object, Group<A>>> complete) {
        long nowMs = ProcessingTime.nowMs();
        if (!acksAtOnce) {
            complete.forEach(
                    (until, each) ->
                            each.forEach((key, group) -> remember(until, key, group.held, nowMs)));
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

    /** Of tuples that are acked nothing comes again: if the end does, so do the groups. */
    @Override
    protected void onFinal(List<Tuple> markers) {
        remember(groups);
        hasEnded = true;
        complete(groups, markers, !acksAtOnce);
        late.end();
    }

    private void complete(
            Map<Long, Map<Object, Group<A>>> complete, List<Tuple> markers, boolean forgets) {
        for (Map<Object, Group<A>> each : complete.values()) {
            for (Group<A> group : each.values()) {
                List<Tuple> anchors = group.held;
                if (!markers.isEmpty()) {
                    anchors = new ArrayList<>(group.held);
                    anchors.addAll(markers);
                }
                List<Tuple> all = anchors;
                result(group.so, all);
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

    /** What comes behind its window. */
    private final class Again implements PastGroups.Listener<A> {
        @Override
        public void onWhole(long until, Object key, A group, List<Tuple> held) {
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
            held.forEach(tuple -> late.add(tuple, ALONE));
        }
    }
}
