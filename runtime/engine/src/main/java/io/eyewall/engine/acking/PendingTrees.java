package io.eyewall.engine.acking;

import io.eyewall.engine.memory.HotPath;
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
 * The pending messages of one spout executor, in generations by age. One rotation per message
 * timeout T expires what has been pending for between T and 2T, as Storm's RotatingMap of two
 * buckets does (Storm: executor/spout/SpoutExecutor.java). Messages taken over from another
 * executor keep their expiry times.
 *
 * <p>The trees are in an array, in order of arrival, with gaps where messages have completed, so
 * that adding or removing a message writes one reference. For the owner thread of the spout
 * executor's core only.
 */
public final class PendingTrees {
    /** Index of a tree that is not pending. */
    static final int NOT_PENDING = -1;

    /** The generation of the trees that were added since the last rotation. */
    private static final int YOUNG = 0;

    private static final int MIN_CAPACITY = 64;
    private static final int LARGE_CAPACITY = 1 << 16;

    private @Nullable RootTree[] trees = new RootTree[MIN_CAPACITY];

    /** Index behind the youngest tree. */
    private int end;

    private int size;

    /** Expiry times of the generations other than the young one. */
    private final Map<Integer, Long> expiriesNs = new TreeMap<>();

    private int lastGeneration = YOUNG;

    /** Returns the number of pending messages. */
    public int size() {
        return size;
    }

    /** Adds a tree that is not pending. */
    @HotPath
    public void add(RootTree tree) {
        assert tree.index == NOT_PENDING : "already pending: " + tree;
        put(tree, YOUNG);
        size++;
    }

    /** Removes a tree, if it is pending here. */
    @HotPath
    public void remove(RootTree tree) {
        if (tree.index != NOT_PENDING) {
            detach(tree);
            if (--size == 0) {
                end = 0;
            }
        }
    }

    /** Restarts the timeout of a pending tree. */
    public void refresh(RootTree tree) {
        if (tree.index != NOT_PENDING) {
            detach(tree);
            put(tree, YOUNG);
        }
    }

    /** Visits those of the last {@code most} trees that are still pending, youngest first. */
    public void youngest(long most, Consumer<RootTree> visitor) {
        for (int i = end - 1; i >= 0 && i >= end - most; i--) {
            RootTree tree = trees[i];
            if (tree != null) {
                visitor.accept(tree);
            }
        }
    }

    private void put(RootTree tree, int generation) {
        if (end == trees.length) {
            compact();
        }
        trees[end] = tree;
        tree.index = end++;
        tree.generation = generation;
    }

    private void detach(RootTree tree) {
        trees[tree.index] = null;
        tree.index = NOT_PENDING;
    }

    /** Closes the gaps. Uses a larger array if they are few, a smaller one after a flood. */
    private void compact() {
        @Nullable RootTree[] from = trees;
        if (size > from.length / 2) {
            trees = new RootTree[2 * from.length];
        } else if (from.length > LARGE_CAPACITY && size < from.length / 16) {
            trees = new RootTree[from.length / 2];
        }
        end = 0;
        for (RootTree tree : from) {
            if (tree != null) {
                trees[end] = tree;
                tree.index = end++;
            }
        }
        Arrays.fill(trees, end, trees.length, null);
    }

    private List<RootTree> all() {
        List<RootTree> all = new ArrayList<>(size);
        for (int i = 0; i < end; i++) {
            RootTree tree = trees[i];
            if (tree != null) {
                all.add(tree);
            }
        }
        return all;
    }

    /**
     * Expires the trees that are due, and ages those that were added since the last rotation.
     *
     * @param nextNs time of the next rotation, at which the trees aged now expire
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

    /** Returns the generation that expires at a time. */
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
     * Completes the due trees as timed out, the oldest first. A listener may already have removed
     * its tree, or others, when the tree is removed here.
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
            if (tree.index != NOT_PENDING && due.contains(tree.generation)) {
                tree.complete(RootTree.Outcome.TIMED_OUT);
                // The completion was counted first, so that pending and completed messages together
                // never appear to be fewer than they are.
                remove(tree);
                count++;
            }
        }
        return count;
    }

    /**
     * Returns the expiry times of the messages emitted before the last rotation, by the engine's
     * clock.
     */
    public List<Long> expiriesNs() {
        return List.copyOf(expiriesNs.values());
    }

    /**
     * Moves all trees of a task, oldest first, to another executor's pending trees. Their expiry
     * times stay.
     *
     * @param youngExpireNs expiry time of the trees added since the last rotation; empty for never
     * @param move called for each tree after it has left these trees and before it joins the others
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
