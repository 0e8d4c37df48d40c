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
 * values of a group were replayed, the result is computed again. Replayed values are recognized by
 * their hashes, which the group remembers; the hash of a value that is only late is not among them.
 *
 * <p>Not all tuples fail at the same moment: the tuples that are replayed first are held, and kept
 * from timing out, until the others arrive. If the others do not arrive within {@link
 * #replayWaitMs}, the held tuples are late. Used by one thread.
 *
 * @param <A> state of a group
 */
final class PastGroups<A> {
    /** Identifies a group by its key and the number of the window marker that completed it. */
    private record GroupId(long until, Object key) {}

    /** A complete group: the hashes of its values, and the values that were replayed. */
    static final class PastGroup<A> {
        /** The hashes of the values, sorted. */
        private final int[] hashes;

        private final long rememberedMs;

        /** The indexes of the hashes whose values were replayed. */
        private final BitSet replayed = new BitSet();

        /** The tuples of the values that were replayed. */
        private final List<Tuple> held = new ArrayList<>();

        /** The state of the group with the replayed values; null if there are none. */
        private @Nullable A state;

        private long firstReplayMs;

        private PastGroup(int[] hashes, long rememberedMs) {
            this.hashes = hashes;
            this.rememberedMs = rememberedMs;
        }

        /**
         * Returns the index of a hash; if it occurs several times, of an occurrence whose value was
         * not replayed, if there is one. Returns -1 if the group does not have the hash.
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
            int missing = replayed.nextClearBit(first);
            return missing < hashes.length && hashes[missing] == hash ? missing : first;
        }

        private boolean isComplete() {
            return replayed.cardinality() == hashes.length;
        }

        /**
         * Returns whether each distinct hash was replayed. A value may have been in its group twice
         * although its message is replayed only once.
         */
        private boolean hasOneOfEachHash() {
            for (int i = 0; i < hashes.length; i++) {
                boolean isFirst = i == 0 || hashes[i] != hashes[i - 1];
                if (isFirst && !replayed.get(i)) {
                    return false;
                }
            }
            return true;
        }

        private void reset() {
            replayed.clear();
            held.clear();
            state = null;
        }
    }

    /** Receives groups that were replayed, and tuples that wait. */
    interface Listener<A> {
        /** All values of a group were replayed. */
        void onComplete(long until, Object key, A group, List<Tuple> held);

        /** The tuples wait for other tuples of their group, and must not time out meanwhile. */
        void onWaiting(List<Tuple> held);

        /** The tuples have waited for other tuples of their group in vain. */
        void onLate(List<Tuple> held);
    }

    /** Adds a replayed value to the state of its group. */
    interface StateUpdate<A> {
        /**
         * Adds the value.
         *
         * @param group state of the group; null: the value is the first
         * @return state with the value
         */
        A addTo(@Nullable A group);
    }

    /** All remembered groups, oldest first. */
    private final Map<GroupId, PastGroup<A>> past = new LinkedHashMap<>();

    /** The groups of which some values were replayed. */
    private final Map<GroupId, PastGroup<A>> waiting = new HashMap<>();

    /** How far apart two tuples may time out on Storm although they reached a bolt together. */
    private final long replayWaitMs;

    /** How long a group is remembered after its result was emitted. */
    private final long rememberedForMs;

    /**
     * @param timeoutMs message timeout
     */
    PastGroups(long timeoutMs) {
        replayWaitMs = 2 * timeoutMs;
        rememberedForMs = MessageTimeout.replayableMs(timeoutMs);
    }

    /** Remembers a group of which a result was emitted. */
    void remember(long until, Object key, int[] hashes, long nowMs) {
        Arrays.sort(hashes);
        GroupId id = new GroupId(until, key);
        past.remove(id); // so that put makes it the newest entry
        past.put(id, new PastGroup<>(hashes, nowMs));
        Iterator<PastGroup<A>> oldest = past.values().iterator();
        while (nowMs - oldest.next().rememberedMs > rememberedForMs) {
            oldest.remove();
        }
    }

    /**
     * Holds a tuple that arrived after its window, if it is a replay of a remembered group.
     *
     * @param hash hash of the identity of the tuple's value
     * @return whether the tuple is held
     */
    boolean holdReplay(
            long until,
            Object key,
            int hash,
            Tuple tuple,
            long nowMs,
            StateUpdate<A> update,
            Listener<A> listener) {
        GroupId id = new GroupId(until, key);
        PastGroup<A> group = past.get(id);
        int index = group == null ? -1 : group.find(hash);
        if (group == null || index < 0) {
            return false;
        }
        if (!group.replayed.get(index)) {
            group.state = update.addTo(group.state); // may throw
            group.replayed.set(index);
        }
        if (group.held.isEmpty()) {
            group.firstReplayMs = nowMs;
            waiting.put(id, group);
        }
        group.held.add(tuple);
        if (group.isComplete()) {
            waiting.remove(id);
            endWait(id, group, listener);
        }
        return true;
    }

    /**
     * Keeps waiting tuples from timing out, and ends the wait of groups that have waited too long.
     * To be called periodically, more often than messages time out.
     */
    void tick(long nowMs, Listener<A> listener) {
        Iterator<Map.Entry<GroupId, PastGroup<A>>> iterator = waiting.entrySet().iterator();
        while (iterator.hasNext()) {
            Map.Entry<GroupId, PastGroup<A>> each = iterator.next();
            PastGroup<A> group = each.getValue();
            if (nowMs - group.firstReplayMs < replayWaitMs) {
                listener.onWaiting(List.copyOf(group.held));
            } else {
                iterator.remove();
                endWait(each.getKey(), group, listener);
            }
        }
    }

    /** Reports a group as complete or late, and forgets which of its values were replayed. */
    private void endWait(GroupId id, PastGroup<A> group, Listener<A> listener) {
        A state = group.state;
        List<Tuple> held = List.copyOf(group.held);
        boolean isRepeatable = group.hasOneOfEachHash();
        group.reset();
        if (isRepeatable && state != null) {
            listener.onComplete(id.until(), id.key(), state, held);
        } else {
            listener.onLate(held);
        }
    }
}
