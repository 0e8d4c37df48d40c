package io.eyewall.engine.acking;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The pending messages of one spout executor, in buckets by age. Rotating them once per message
 * timeout T expires what has been pending for between T and 2T, as Storm's RotatingMap of two
 * buckets does (Storm: executor/spout/SpoutExecutor.java). Messages that were taken over from
 * another executor expire when they would have expired there. Trees are linked through their own
 * fields, so that adding and removing allocate nothing. For the spout executor's core thread alone.
 */
public final class PendingTrees {
    /** What was added since the last rotation. */
    private RootTree young = emptyList();

    private final List<Bucket> aged = new ArrayList<>();
    private int size;

    /**
     * Trees that expire together.
     *
     * @param expiresNs by the engine's clock
     * @param trees head of their list, oldest first
     */
    private record Bucket(long expiresNs, RootTree trees) {
        boolean isDue(long nowNs) {
            return expiresNs - nowNs <= 0;
        }
    }

    @SuppressWarnings("NullAway") // the head of a list is nobody's tree
    private static RootTree emptyList() {
        RootTree head = new RootTree(null, null, 0, null, null, 0, 1);
        head.previous = head;
        head.next = head;
        return head;
    }

    /** Messages pending. */
    public int size() {
        return size;
    }

    /** Adds a tree that is in no list. */
    public void add(RootTree tree) {
        assert tree.next == null : "already pending: " + tree;
        link(tree, young);
        size++;
    }

    /** Removes a tree; nothing happens if it is not here. */
    public void remove(RootTree tree) {
        if (tree.next != null) {
            unlink(tree);
            size--;
        }
    }

    /** Gives a pending tree its full time again. */
    public void refresh(RootTree tree) {
        if (tree.next != null) {
            unlink(tree);
            link(tree, young);
        }
    }

    /**
     * Expires what is due, and ages what was added since the last rotation.
     *
     * @param nextNs the next rotation, at which what is aged now expires
     * @return how many expired
     */
    public int rotate(long nowNs, long nextNs) {
        RootTree ageing = young;
        young = emptyList();
        if (ageing.next != ageing) {
            aged.add(new Bucket(nextNs, ageing));
        }
        return expire(nowNs);
    }

    /**
     * Completes what is due as timed out; its listener may have removed it by the time it is
     * removed here.
     *
     * @return how many expired
     */
    public int expire(long nowNs) {
        List<Bucket> due = aged.stream().filter(bucket -> bucket.isDue(nowNs)).toList();
        aged.removeAll(due);
        int count = 0;
        for (Bucket bucket : due) {
            RootTree list = bucket.trees;
            for (RootTree tree = after(list); tree != list; tree = after(list)) {
                tree.complete(RootTree.Outcome.TIMED_OUT);
                remove(tree); // after its end is counted: whoever adds up both overlooks none
                count++;
            }
        }
        return count;
    }

    /** When messages expire that are older than the last rotation, by the engine's clock. */
    public List<Long> expiriesNs() {
        return aged.stream().map(Bucket::expiresNs).toList();
    }

    /**
     * Removes all trees of a task, oldest first, and hands them to others, where they expire when
     * they would have expired here.
     *
     * @param youngExpireNs when those expire that were added since the last rotation; empty if they
     *     never do
     * @param move called for each while it is in no list
     */
    public void moveTask(
            int taskId, PendingTrees to, OptionalLong youngExpireNs, Consumer<RootTree> move) {
        for (Bucket bucket : aged) {
            moveTask(taskId, bucket.trees, to, OptionalLong.of(bucket.expiresNs), move);
        }
        moveTask(taskId, young, to, youngExpireNs, move);
    }

    private void moveTask(
            int taskId,
            RootTree from,
            PendingTrees to,
            OptionalLong expireNs,
            Consumer<RootTree> move) {
        RootTree next;
        for (RootTree tree = after(from); tree != from; tree = next) {
            next = after(tree);
            if (tree.taskId() == taskId) {
                remove(tree);
                move.accept(tree);
                link(tree, expireNs.isPresent() ? to.bucket(expireNs.getAsLong()) : to.young);
                to.size++;
            }
        }
    }

    /** The list of those that expire at that time. */
    private RootTree bucket(long expiresNs) {
        for (Bucket bucket : aged) {
            if (bucket.expiresNs == expiresNs) {
                return bucket.trees;
            }
        }
        Bucket added = new Bucket(expiresNs, emptyList());
        aged.add(added);
        return added.trees;
    }

    @SuppressWarnings("NullAway") // the list is a ring
    private static RootTree after(RootTree tree) {
        return tree.next;
    }

    @SuppressWarnings("NullAway") // the list is a ring
    private static void link(RootTree tree, RootTree list) {
        RootTree last = list.previous;
        tree.previous = last;
        tree.next = list;
        last.next = tree;
        list.previous = tree;
    }

    @SuppressWarnings("NullAway") // one in a list has neighbours
    private static void unlink(RootTree tree) {
        tree.previous.next = tree.next;
        tree.next.previous = tree.previous;
        tree.previous = null;
        tree.next = null;
    }
}
