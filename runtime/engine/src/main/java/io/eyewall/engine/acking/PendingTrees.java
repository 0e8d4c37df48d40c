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

    private static final int INITIAL_CAPACITY = 64;

    /** Only an array of more than this length is made smaller again. */
    private static final int LARGE_CAPACITY = 1 << 16;

    private @Nullable RootTree[] trees = new RootTree[INITIAL_CAPACITY];

    /** Index after the youngest tree: where the next one is added. */
    private int end;

    private int size;

    /** Expiry times by generation; the young one has none before it is aged. */
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
        append(tree, YOUNG);
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
            append(tree, YOUNG);
        }
    }

    /**
     * Visits those of the last {@code maxCount} added trees that are still pending, youngest first.
     */
    public void forEachYoungest(long maxCount, Consumer<RootTree> visitor) {
        for (int i = end - 1; i >= 0 && i >= end - maxCount; i--) {
            RootTree tree = trees[i];
            if (tree != null) {
                visitor.accept(tree);
            }
        }
    }

    private void append(RootTree tree, int generation) {
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

    /**
     * Closes the gaps. Doubles the array if more than half of it is in use; halves a large one if
     * less than a sixteenth is, as after a burst of messages.
     */
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

    /** Returns the pending trees, oldest first. */
    private List<RootTree> toList() {
        List<RootTree> list = new ArrayList<>(size);
        for (int i = 0; i < end; i++) {
            RootTree tree = trees[i];
            if (tree != null) {
                list.add(tree);
            }
        }
        return list;
    }

    /**
     * Completes the due trees as timed out, and sets the expiry time of the trees that were added
     * since the last rotation.
     *
     * @param nextNs time of the next rotation, at which the trees added before this one expire
     * @return number of messages that timed out
     */
    public int rotate(long nowNs, long nextNs) {
        List<RootTree> ageing = toList();
        ageing.removeIf(tree -> tree.generation != YOUNG);
        if (!ageing.isEmpty()) {
            int generation = generationExpiringAt(nextNs);
            ageing.forEach(tree -> tree.generation = generation);
        }
        return expire(nowNs);
    }

    /** Returns the generation that expires at the given time; creates it if there is none. */
    private int generationExpiringAt(long expiresNs) {
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
     * @return number of messages that timed out
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
        for (RootTree tree : toList()) {
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
     * Returns the expiry times of the generations of messages emitted before the last rotation, by
     * the engine's clock.
     */
    public List<Long> expiriesNs() {
        return List.copyOf(expiriesNs.values());
    }

    /**
     * Moves all trees of a task, oldest first, to another executor's pending trees. Their expiry
     * times stay.
     *
     * @param youngExpireNs expiry time of the trees added since the last rotation; empty if
     *     messages never expire
     * @param onMove called for each tree after it has left these trees and before it joins the
     *     others
     */
    public void moveTask(
            int taskId, PendingTrees to, OptionalLong youngExpireNs, Consumer<RootTree> onMove) {
        for (RootTree tree : toList()) {
            if (tree.taskId() == taskId) {
                Long knownNs = expiriesNs.get(tree.generation);
                OptionalLong expiresNs = knownNs == null ? youngExpireNs : OptionalLong.of(knownNs);
                remove(tree);
                onMove.accept(tree);
                to.append(
                        tree,
                        expiresNs.isPresent()
                                ? to.generationExpiringAt(expiresNs.getAsLong())
                                : YOUNG);
                to.size++;
            }
        }
    }
}
