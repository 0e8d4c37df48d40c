package io.eyewall.engine.acking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pending messages of one spout executor, in generations by age. Rotating them once per message
 * timeout T expires what has been pending for between T and 2T, as Storm's RotatingMap of two
 * buckets does (Storm: executor/spout/SpoutExecutor.java). Messages that were taken over from
 * another executor expire when they would have expired there.
 *
 * <p>They are in an array, in the order in which they came, with gaps where messages have ended:
 * one that comes and goes writes one reference. For the spout executor's core thread alone.
 */
public final class PendingTrees {
    /** The place of a tree that is not pending. */
    static final int NOWHERE = -1;

    /** The generation of those that came since the last rotation. */
    private static final int YOUNG = 0;

    private static final int FEWEST_PLACES = 64;
    private static final int MANY_PLACES = 1 << 16;

    private @Nullable RootTree[] places = new RootTree[FEWEST_PLACES];

    /** Behind the youngest. */
    private int end;

    private int size;

    /** When those expire that are not young, by generation. */
    private final Map<Integer, Long> expiriesNs = new TreeMap<>();

    private int lastGeneration = YOUNG;

    /** Messages pending. */
    public int size() {
        return size;
    }

    /** Adds a tree that is not pending. hot path: EmitToExecuteBenchmark */
    public void add(RootTree tree) {
        assert tree.place == NOWHERE : "already pending: " + tree;
        put(tree, YOUNG);
        size++;
    }

    /** Removes a tree; nothing happens if it is not here. hot path: EmitToExecuteBenchmark */
    public void remove(RootTree tree) {
        if (tree.place != NOWHERE) {
            takeOut(tree);
            if (--size == 0) {
                end = 0;
            }
        }
    }

    /** Gives a pending tree its full time again. */
    public void refresh(RootTree tree) {
        if (tree.place != NOWHERE) {
            takeOut(tree);
            put(tree, YOUNG);
        }
    }

    /** Those of the trees added last, at most so many, that are here still. */
    public void youngest(long most, Consumer<RootTree> visitor) {
        for (int i = end - 1; i >= 0 && i >= end - most; i--) {
            RootTree tree = places[i];
            if (tree != null) {
                visitor.accept(tree);
            }
        }
    }

    private void put(RootTree tree, int generation) {
        if (end == places.length) {
            makeRoom();
        }
        places[end] = tree;
        tree.place = end++;
        tree.generation = generation;
    }

    private void takeOut(RootTree tree) {
        places[tree.place] = null;
        tree.place = NOWHERE;
    }

    /** Closes the gaps. Takes a larger array if they are few, a smaller one after a flood. */
    private void makeRoom() {
        @Nullable RootTree[] from = places;
        if (size > from.length / 2) {
            places = new RootTree[2 * from.length];
        } else if (from.length > MANY_PLACES && size < from.length / 16) {
            places = new RootTree[from.length / 2];
        }
        end = 0;
        for (RootTree tree : from) {
            if (tree != null) {
                places[end] = tree;
                tree.place = end++;
            }
        }
        Arrays.fill(places, end, places.length, null);
    }

    private List<RootTree> all() {
        List<RootTree> all = new ArrayList<>(size);
        for (int i = 0; i < end; i++) {
            RootTree tree = places[i];
            if (tree != null) {
                all.add(tree);
            }
        }
        return all;
    }

    /**
     * Expires what is due, and ages what was added since the last rotation.
     *
     * @param nextNs the next rotation, at which what is aged now expires
     * @return how many expired
     */
    public int rotate(long nowNs, long nextNs) {
        List<RootTree> ageing = all();
        ageing.removeIf(tree -> tree.generation != YOUNG);
        if (!ageing.isEmpty()) {
            int generation = generation(nextNs);
            ageing.forEach(tree -> tree.generation = generation);
        }
        return expire(nowNs);
    }

    /** Those that expire at that time. */
    private int generation(long expiresNs) {
        for (Map.Entry<Integer, Long> known : expiriesNs.entrySet()) {
            if (known.getValue() == expiresNs) {
                return known.getKey();
            }
        }
        expiriesNs.put(++lastGeneration, expiresNs);
        return lastGeneration;
    }

    /**
     * Completes what is due as timed out, the oldest first; its listener may have removed it, or
     * others, by the time it is removed here.
     *
     * @return how many expired
     */
    public int expire(long nowNs) {
        Set<Integer> due = new HashSet<>();
        expiriesNs.forEach(
                (generation, expiresNs) -> {
                    if (expiresNs - nowNs <= 0) {
                        due.add(generation);
                    }
                });
        if (due.isEmpty()) {
            return 0;
        }
        expiriesNs.keySet().removeAll(due);
        int count = 0;
        for (RootTree tree : all()) {
            if (tree.place != NOWHERE && due.contains(tree.generation)) {
                tree.complete(RootTree.Outcome.TIMED_OUT);
                remove(tree); // after its end is counted: whoever adds up both overlooks none
                count++;
            }
        }
        return count;
    }

    /** When messages expire that are older than the last rotation, by the engine's clock. */
    public List<Long> expiriesNs() {
        return List.copyOf(expiriesNs.values());
    }

    /**
     * Removes all trees of a task, oldest first, and hands them to others, where they expire when
     * they would have expired here.
     *
     * @param youngExpireNs when those expire that were added since the last rotation; empty if they
     *     never do
     * @param move called for each while it is pending nowhere
     */
    public void moveTask(
            int taskId, PendingTrees to, OptionalLong youngExpireNs, Consumer<RootTree> move) {
        for (RootTree tree : all()) {
            if (tree.taskId() == taskId) {
                Long agedNs = expiriesNs.get(tree.generation);
                OptionalLong ns = agedNs == null ? youngExpireNs : OptionalLong.of(agedNs);
                remove(tree);
                move.accept(tree);
                to.put(tree, ns.isPresent() ? to.generation(ns.getAsLong()) : YOUNG);
                to.size++;
            }
        }
    }
}
