package io.eyewall.engine.acking;

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
        link(tree);
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
            link(tree);
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

    private void link(RootTree tree) {
        RootTree last = young.previous;
        tree.previous = last;
        tree.next = young;
        last.next = tree;
        young.previous = tree;
    }

    private static void unlink(RootTree tree) {
        tree.previous.next = tree.next;
        tree.next.previous = tree.previous;
        tree.previous = null;
        tree.next = null;
    }
}
