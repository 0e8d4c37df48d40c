package io.eyewall.toolkit.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Remembers complete groups for as long as their results may fail. If a result fails downstream,
 * all tuples from which it was computed are replayed, after the end of their window. When all
 * values of a group have been replayed, the result is computed again. Values are recognized by a
 * hash: a value that is only late belongs to no remembered group, or not as often.
 *
 * <p>Not all tuples fail at the same moment: the tuples that are replayed first are held, and kept
 * from timing out, until the others arrive. If the others do not arrive within {@link #patienceMs},
 * the held tuples are late. Used by one thread.
 *
 * @param <A> state of a group
 */
final class PastGroups<A> {
    /** Identifies a group. */
    private record Id(long until, Object key) {}

    /** One group: the hashes of its values, and the values that have come again. */
    static final class Past<A> {
        private final int[] hashes;
        private final long sinceMs;
        private final BitSet came = new BitSet();
        private final List<Tuple> held = new ArrayList<>();
        private @Nullable A state;
        private long againMs;

        private Past(int[] hashes, long sinceMs) {
            this.hashes = hashes;
            this.sinceMs = sinceMs;
        }

        /**
         * Returns the index of a value with the given hash, preferring one that has not come again;
         * -1 if the group has none.
         */
        private int find(int hash) {
            int match = Arrays.binarySearch(hashes, hash);
            if (match < 0) {
                return -1;
            }
            int first = match;
            while (first > 0 && hashes[first - 1] == hash) {
                first--;
            }
            int missing = came.nextClearBit(first);
            return missing < hashes.length && hashes[missing] == hash ? missing : first;
        }

        private boolean isComplete() {
            return came.cardinality() == hashes.length;
        }

        /**
         * Returns whether each distinct hash has come again. A value may have been in its group
         * twice although its message comes again only once.
         */
        private boolean hasOneOfEach() {
            for (int i = 0; i < hashes.length; i++) {
                boolean isFirst = i == 0 || hashes[i] != hashes[i - 1];
                if (isFirst && !came.get(i)) {
                    return false;
                }
            }
            return true;
        }

        private void reset() {
            came.clear();
            held.clear();
            state = null;
        }
    }

    /** Receives groups that have come again, and tuples that wait. */
    interface Listener<A> {
        /** All values of a group have come again. */
        void onComplete(long until, Object key, A group, List<Tuple> held);

        /** The tuples wait for others of their group and must not time out meanwhile. */
        void onWaiting(List<Tuple> held);

        /** The tuples have waited for others of their group in vain. */
        void onLate(List<Tuple> held);
    }

    /** Adds a value to the state of a group. */
    interface Adding<A> {
        /**
         * Adds the value.
         *
         * @param group state of the group; null: the value is the first
         * @return state with the value
         */
        A add(@Nullable A group);
    }

    private final Map<Id, Past<A>> past = new LinkedHashMap<>();
    private final Map<Id, Past<A>> open = new HashMap<>();

    /** How far apart two messages may time out on Storm although they came to a bolt together. */
    private final long patienceMs;

    private final long memoryMs;

    /**
     * @param timeoutMs message timeout
     */
    PastGroups(long timeoutMs) {
        patienceMs = 2 * timeoutMs;
        memoryMs = 3 * timeoutMs;
    }

    /** Remembers a group of which a result was emitted. */
    void add(long until, Object key, int[] hashes, long nowMs) {
        Arrays.sort(hashes);
        Id id = new Id(until, key);
        past.remove(id); // so that put makes it the newest entry
        past.put(id, new Past<>(hashes, nowMs));
        Iterator<Past<A>> oldest = past.values().iterator();
        while (nowMs - oldest.next().sinceMs > memoryMs) {
            oldest.remove();
        }
    }

    /**
     * Accepts a tuple that arrived after its window.
     *
     * @return whether the tuple belongs to a remembered group; if so, the tuple is held
     */
    boolean accept(
            long until,
            Object key,
            int hash,
            Tuple tuple,
            long nowMs,
            Adding<A> adding,
            Listener<A> listener) {
        Id id = new Id(until, key);
        Past<A> group = past.get(id);
        int number = group == null ? -1 : group.find(hash);
        if (group == null || number < 0) {
            return false;
        }
        if (!group.came.get(number)) {
            group.state = adding.add(group.state); // may throw
            group.came.set(number);
        }
        if (group.held.isEmpty()) {
            group.againMs = nowMs;
            open.put(id, group);
        }
        group.held.add(tuple);
        if (group.isComplete()) {
            open.remove(id);
            end(id, group, listener);
        }
        return true;
    }

    /**
     * Keeps waiting tuples from timing out, and ends groups that have waited too long. To be called
     * periodically, more often than messages time out.
     */
    void tick(long nowMs, Listener<A> listener) {
        Iterator<Map.Entry<Id, Past<A>>> all = open.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Id, Past<A>> each = all.next();
            Past<A> group = each.getValue();
            if (nowMs - group.againMs < patienceMs) {
                listener.onWaiting(List.copyOf(group.held));
            } else {
                all.remove();
                end(each.getKey(), group, listener);
            }
        }
    }

    private void end(Id id, Past<A> group, Listener<A> listener) {
        A state = group.state;
        List<Tuple> held = List.copyOf(group.held);
        boolean isWhole = group.hasOneOfEach();
        group.reset();
        if (isWhole && state != null) {
            listener.onComplete(id.until(), id.key(), state, held);
        } else {
            listener.onLate(held);
        }
    }
}
