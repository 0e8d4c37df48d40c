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
 * Groups of which something was made, for as long as that may still fail. Nobody tells a bolt that
 * what it emitted has failed; but then all that it was made of comes again, behind the end of its
 * window. A group is made again when all of its values have come again. Values are known by a hash:
 * one that only is late belongs to no group that is known here, or not often enough.
 *
 * <p>Not all fail at the same moment: what comes first is held, and kept from timing out, until the
 * others come. When they don't within {@link #patienceMs}, it is late. For one thread.
 *
 * @param <A> what is known of a group
 */
final class PastGroups<A> {
    /** What is asked about. */
    private record Id(long until, Object key) {}

    /** One group: what it was made of, and what of that has come again. */
    static final class Past<A> {
        private final int[] hashes;
        private final long sinceMs;
        private final BitSet came = new BitSet();
        private final List<Tuple> held = new ArrayList<>();
        private @Nullable A so;
        private long againMs;

        private Past(int[] hashes, long sinceMs) {
            this.hashes = hashes;
            this.sinceMs = sinceMs;
        }

        /** The number of a value with that hash, one that has not come if there is one; or -1. */
        private int find(int hash) {
            int any = Arrays.binarySearch(hashes, hash);
            if (any < 0) {
                return -1;
            }
            int first = any;
            while (first > 0 && hashes[first - 1] == hash) {
                first--;
            }
            int missing = came.nextClearBit(first);
            return missing < hashes.length && hashes[missing] == hash ? missing : first;
        }

        private boolean isComplete() {
            return came.cardinality() == hashes.length;
        }

        /** A value may have been in its group twice, of which only one can come again. */
        private boolean hasOneOfEach() {
            for (int i = 0; i < hashes.length; i++) {
                boolean isFirst = i == 0 || hashes[i] != hashes[i - 1];
                if (isFirst && !came.get(i)) {
                    return false;
                }
            }
            return true;
        }

        private void forgetWhatCame() {
            came.clear();
            held.clear();
            so = null;
        }
    }

    /** What becomes of groups. */
    interface Listener<A> {
        /** All of it has come again. */
        void onWhole(long until, Object key, A group, List<Tuple> held);

        /** Others of its group are missing: these must not time out meanwhile. */
        void onWaiting(List<Tuple> held);

        /** Others of its group were waited for in vain. */
        void onLate(List<Tuple> held);
    }

    /** How values get into a group. */
    interface Adding<A> {
        /**
         * @param group null: it is the first
         * @return the group
         */
        A add(@Nullable A group);
    }

    private final Map<Id, Past<A>> past = new LinkedHashMap<>();
    private final Map<Id, Past<A>> open = new HashMap<>();

    /** Two messages that came to a bolt together may time out so far apart, on Storm. */
    private final long patienceMs;

    private final long memoryMs;

    /**
     * @param timeoutMs of messages
     */
    PastGroups(long timeoutMs) {
        patienceMs = 2 * timeoutMs;
        memoryMs = 3 * timeoutMs;
    }

    /** Something was made of a group, and is under way. */
    void add(long until, Object key, int[] hashes, long nowMs) {
        Arrays.sort(hashes);
        Id id = new Id(until, key);
        past.remove(id); // to be the youngest
        past.put(id, new Past<>(hashes, nowMs));
        Iterator<Past<A>> oldest = past.values().iterator();
        while (nowMs - oldest.next().sinceMs > memoryMs) {
            oldest.remove();
        }
    }

    /**
     * A value has come behind its window.
     *
     * @return whether it was of its window's group; then it is held
     */
    boolean take(
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
            group.so = adding.add(group.so); // may throw
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

    /** Looks at what waits; to be called now and then, more often than messages time out. */
    void look(long nowMs, Listener<A> listener) {
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
        A so = group.so;
        List<Tuple> held = List.copyOf(group.held);
        boolean isWhole = group.hasOneOfEach();
        group.forgetWhatCame();
        if (isWhole && so != null) {
            listener.onWhole(id.until(), id.key(), so, held);
        } else {
            listener.onLate(held);
        }
    }
}
