package io.eyewall.toolkit.operator;

import com.codahale.metrics.Counter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers the values of a key until a window marker with their number comes, or the end, and then
 * makes values of them: windows by the time of events, and sums over all that ends. It keeps what
 * the {@link Fold} makes of the values, not the values.
 *
 * <p>A value's tuple is acked when its group is complete; what is made is anchored to all tuples of
 * the group. Or at once ({@link #ackAtOnce}): groups are lost with their task then. What comes when
 * its group is complete already is late: it is left out, counted by the counter {@code late}, and
 * said so in the log at the end.
 *
 * @param <I> what comes
 * @param <A> what is known of a group
 * @param <O> what goes
 */
public final class FoldBolt<I, A, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(FoldBolt.class);

    private final Input<I> input;
    private final boolean hasKeys;
    private final Fold<I, A, O> fold;
    private boolean acksAtOnce;
    private transient TreeMap<Long, Map<Object, Group<A>>> groups;
    private transient long reached;

    /** The groups of one number, which is usually the next tuple's, too. */
    private transient long lastUntil;

    private transient @Nullable Map<Object, Group<A>> lastGroups;
    private transient Counter late;

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
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        groups = new TreeMap<>();
        reached = Long.MIN_VALUE;
        late = context.registerCounter("late");
        @Nullable A nothing = fold.nothing();
        if (nothing != null) {
            Map<Object, Group<A>> last = new LinkedHashMap<>();
            last.put("", new Group<>(nothing));
            groups.put(Fold.END, last);
        }
    }

    @Override
    protected void onTuple(Tuple tuple) {
        I value = input.value(tuple);
        long until = fold.until(value);
        if (until <= reached) {
            late.inc();
            collector().ack(tuple);
            return;
        }
        Map<Object, Group<A>> same = groups(until);
        Object key = hasKeys ? Input.key(tuple) : "";
        Group<A> group = same.get(key);
        if (group == null) {
            group = new Group<>(fold.start(value));
            same.put(key, group);
        }
        fold.add(group.so, value);
        if (acksAtOnce) {
            collector().ack(tuple);
        } else {
            group.held.add(tuple);
        }
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
        complete(groups.headMap(number, true), List.of(), true);
    }

    /** Of tuples that are acked nothing comes again: if the end does, so do the groups. */
    @Override
    protected void onFinal(List<Tuple> markers) {
        complete(groups, markers, !acksAtOnce);
        if (late.getCount() > 0) {
            LOG.warn(
                    "{} values came after their window was complete and were left out",
                    late.getCount());
        }
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
                fold.result(group.so, made -> emit(all, made));
                group.held.forEach(collector()::ack);
            }
        }
        if (forgets) {
            complete.clear();
            lastGroups = null;
        }
    }
}
