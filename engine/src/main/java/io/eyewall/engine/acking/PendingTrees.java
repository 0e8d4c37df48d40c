package io.eyewall.engine.acking;

import java.util.function.Consumer;

/**
 * The pending messages of one spout executor, in two buckets by age. Rotating it once per message
 * timeout T expires what has been pending for between T and 2T, as Storm's RotatingMap of two
 * buckets does (Storm: executor/spout/SpoutExecutor.java). Trees are linked through their own
 * fields, so that adding and removing allocate nothing. For the spout executor's core thread alone.
 */
public final class PendingTrees {
    private RootTree young = emptyList();
    private RootTree old = emptyList();
    private int size;

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

    /**
     * Removes all trees of a task, oldest first, and hands them to others.
     *
     * @param to where they are as old as here
     * @param move called for each while it is in no list
     */
    public void moveTask(int taskId, PendingTrees to, Consumer<RootTree> move) {
        moveTask(taskId, old, to, to.old, move);
        moveTask(taskId, young, to, to.young, move);
    }

    private void moveTask(
            int taskId, RootTree from, PendingTrees to, RootTree list, Consumer<RootTree> move) {
        RootTree next;
        for (RootTree tree = from.next; tree != from; tree = next) {
            next = tree.next;
            if (tree.taskId() == taskId) {
                remove(tree);
                move.accept(tree);
                link(tree, list);
                to.size++;
            }
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
     * Ages all trees by one bucket and completes those of the old one as timed out, which removes
     * them through their listener.
     *
     * @return how many expired
     */
    public int rotate() {
        RootTree expired = old;
        old = young;
        young = emptyList();
        int count = 0;
        while (expired.next != expired) {
            RootTree tree = expired.next;
            remove(tree);
            tree.complete(RootTree.Outcome.TIMED_OUT);
            count++;
        }
        return count;
    }

    private static void link(RootTree tree, RootTree list) {
        RootTree last = list.previous;
        tree.previous = last;
        tree.next = list;
        last.next = tree;
        list.previous = tree;
    }

    private static void unlink(RootTree tree) {
        tree.previous.next = tree.next;
        tree.next.previous = tree.previous;
        tree.previous = null;
        tree.next = null;
    }
}
