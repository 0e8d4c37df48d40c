package io.eyewall.engine.acking;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.acking.RootTree.Outcome;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.fixture.RecordingListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullUnmarked;

/**
 * Random tuple trees over several owners, with one or several anchors per tuple. Tuples, and
 * finished tuples on their way to their owners, travel in order from owner to owner, but which link
 * moves next is random. The last tuple of a branch leaves it, if it has not been sent yet. Trees
 * move to other owners, unknown to those that finish their tuples. However all this interleaves, a
 * message is complete exactly when its last tuple is finished and all owners have been notified;
 * never before.
 */
@NullUnmarked // unused parts are null
class TreeCompletionPropertyTest {
    /** A tuple, and the messages that the test knows it belongs to. */
    private record Live(EngineTuple tuple, Set<RootTree> roots) {}

    private final class Owner implements TreeOwner {
        final int index;
        final List<Live> held = new ArrayList<>();
        final List<Deque<TupleTree>> finishedTo = new ArrayList<>();
        final List<Deque<Live>> tuplesTo = new ArrayList<>();

        Owner(int index, int count) {
            this.index = index;
            for (int i = 0; i < count; i++) {
                finishedTo.add(new ArrayDeque<>());
                tuplesTo.add(new ArrayDeque<>());
            }
        }

        @Override
        public void finish(TupleTree tree, TreeOwner owner) {
            if (owner == this) {
                finishHere(tree);
            } else {
                finishedTo.get(((Owner) owner).index).add(tree);
            }
        }

        void finishHere(TupleTree tree) {
            if (tree.owner() == this) {
                tree.finishOne();
            } else {
                finish(tree, tree.owner());
            }
        }

        void emit(TupleTree tree, Set<RootTree> roots) {
            Live live = new Live(new EngineTuple(null, List.of(), null, tree, this), roots);
            roots.forEach(root -> unfinished.merge(root, 1, Integer::sum));
            tuplesTo.get(random.nextInt(owners.size())).add(live);
        }

        /**
         * Emits as a collector does: one anchor counts in its own tree, several in a joint tree.
         */
        void emitAnchored(List<Live> anchors, int children) {
            Set<RootTree> roots = new HashSet<>();
            TupleTree[] trees = new TupleTree[anchors.size()];
            for (int i = 0; i < trees.length; i++) {
                trees[i] = anchors.get(i).tuple().treeOn(this);
                roots.addAll(anchors.get(i).roots());
            }
            TupleTree tree = trees[0];
            if (trees.length > 1) {
                for (TupleTree parent : trees) {
                    parent.open(1);
                }
                tree = new JointTree(this, trees);
            }
            tree.open(children);
            for (int i = 0; i < children; i++) {
                emit(tree, roots);
            }
        }

        void ack(Live live) {
            held.remove(live);
            live.roots().forEach(root -> unfinished.merge(root, -1, Integer::sum));
            TreeOwner owner = live.tuple().treeOwner();
            TupleTree tree = live.tuple().takeTree();
            finish(tree, owner);
            boolean branch = owner == this && tree instanceof BranchTree;
            if (branch && tree.openCount() == 1 && random.nextBoolean()) {
                for (Deque<Live> tuples : tuplesTo) {
                    if (!tuples.isEmpty()
                            && tuples.getLast().tuple().leaveBranch((BranchTree) tree)) {
                        return;
                    }
                }
            }
        }
    }

    private final List<Owner> owners = new ArrayList<>();
    private final List<RootTree> roots = new ArrayList<>();
    private final Map<RootTree, Integer> unfinished = new HashMap<>();
    private final RecordingListener listener = new RecordingListener();
    private Random random = new Random(0);
    private int budget = 60;
    private int moves = 5;

    @Property(tries = 1000)
    void completesExactlyWhenAllTuplesAreFinished(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 5) int ownerCount,
            @ForAll @IntRange(min = 1, max = 4) int messages) {
        TreeCompletionPropertyTest run = new TreeCompletionPropertyTest();
        run.random = new Random(seed);
        run.run(ownerCount, messages);
    }

    private void run(int ownerCount, int messages) {
        for (int i = 0; i < ownerCount; i++) {
            owners.add(new Owner(i, ownerCount));
        }
        for (int message = 0; message < messages; message++) {
            Owner owner = any(owners);
            int targets = 1 + random.nextInt(3);
            RootTree root = new RootTree(owner, listener, 1, "default", message, 0, targets);
            roots.add(root);
            for (int i = 0; i < targets; i++) {
                owner.emit(root, Set.of(root));
            }
        }

        while (act()) {
            for (RootTree root : roots) {
                if (unfinished.get(root) > 0) {
                    assertThat(root.outcome()).as("too early").isEqualTo(Outcome.PENDING);
                }
            }
        }

        assertThat(roots).allMatch(root -> root.outcome() == Outcome.ACKED);
        assertThat(roots).allMatch(root -> root.openCount() == 0);
        assertThat(listener.completed).containsExactlyInAnyOrderElementsOf(roots);
    }

    /** Performs one random action that is possible now; returns false if there is none. */
    private boolean act() {
        List<Runnable> possible = new ArrayList<>();
        for (Owner from : owners) {
            for (Owner to : owners) {
                Deque<Live> tuples = from.tuplesTo.get(to.index);
                if (!tuples.isEmpty()) {
                    possible.add(() -> to.held.add(tuples.poll()));
                }
                Deque<TupleTree> finished = from.finishedTo.get(to.index);
                if (!finished.isEmpty()) {
                    possible.add(() -> to.finishHere(finished.poll()));
                }
            }
            if (!from.held.isEmpty()) {
                Live live = any(from.held);
                possible.add(() -> from.ack(live));
                if (budget > 0) {
                    possible.add(
                            () -> {
                                int children = 1 + random.nextInt(3);
                                budget -= children;
                                from.emitAnchored(anchors(from), children);
                            });
                }
            }
        }
        if (possible.isEmpty()) {
            return false;
        }
        if (moves > 0) {
            possible.add(
                    () -> {
                        moves--;
                        any(roots).moveTo(any(owners), listener);
                    });
        }
        any(possible).run();
        return true;
    }

    private List<Live> anchors(Owner owner) {
        List<Live> anchors = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            anchors.add(any(owner.held)); // the same tuple may be given twice
        }
        return anchors;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
