package io.eyewall.engine.acking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.acking.RootTree.Outcome;
import io.eyewall.engine.fixture.RecordingListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TupleTreeTest {
    private final RecordingListener listener = new RecordingListener();

    private RootTree root(int open) {
        return new RootTree(TreeOwners.AT_ONCE, listener, 7, "default", "message", 0, open);
    }

    private static List<RootTree> rootsOf(TupleTree tree) {
        List<RootTree> roots = new ArrayList<>();
        tree.forEachRoot(roots::add);
        return roots;
    }

    @Test
    void aMessageIsAckedWithItsLastTupleAndNotBefore() {
        RootTree root = root(2);

        root.open(1); // an anchored tuple
        root.finishOne();
        root.finishOne();
        assertThat(listener.completed).isEmpty();
        assertThat(root.outcome()).isEqualTo(Outcome.PENDING);

        root.finishOne();
        assertThat(listener.completed).containsExactly(root);
        assertThat(root.outcome()).isEqualTo(Outcome.ACKED);
    }

    @Test
    void theFirstOutcomeStays() {
        for (Outcome first : List.of(Outcome.FAILED, Outcome.TIMED_OUT)) {
            RootTree root = root(1);
            root.complete(first);
            root.finishOne();
            root.complete(Outcome.FAILED);

            assertThat(root.outcome()).isEqualTo(first);
            assertThat(listener.completed).containsOnlyOnce(root);
        }
    }

    @Test
    void tuplesEmittedAfterTheMessageFailedDoNotReviveIt() {
        RootTree root = root(1);
        root.complete(Outcome.FAILED);

        root.open(1);
        root.finishOne();
        root.finishOne();

        assertThat(root.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(listener.completed).containsExactly(root);
    }

    @Test
    void finishingMoreThanWasOpenedIsADefectThatAssertionsFind() {
        RootTree root = root(1);
        root.finishOne();

        assertThatThrownBy(root::finishOne)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("message", "task 7");
    }

    /** Two tasks of each of 60 components anchor a tuple to those of both tasks before them. */
    @Test
    void visitsEachMessageOnceHoweverManyWaysLeadToIt() {
        RootTree first = root(1);
        RootTree second = root(1);
        TupleTree[] both = {first, second};
        for (int depth = 0; depth < 60; depth++) {
            both =
                    new TupleTree[] {
                        new JointTree(TreeOwners.AT_ONCE, both),
                        new BranchTree(
                                TreeOwners.AT_ONCE,
                                new JointTree(TreeOwners.AT_ONCE, both.clone()),
                                TreeOwners.AT_ONCE)
                    };
        }

        assertThat(rootsOf(new JointTree(TreeOwners.AT_ONCE, both))).containsExactly(first, second);
    }

    @Test
    void aBranchStandsForOneTupleOfItsParent() {
        RootTree root = root(2);
        BranchTree branch = new BranchTree(TreeOwners.AT_ONCE, root, TreeOwners.AT_ONCE);

        branch.open(3);
        for (int i = 0; i < 4; i++) {
            assertThat(root.openCount()).isEqualTo(2);
            branch.finishOne();
        }

        assertThat(root.openCount()).isEqualTo(1);
        root.finishOne();
        assertThat(root.outcome()).isEqualTo(Outcome.ACKED);
    }

    @Test
    void branchesOfBranchesFinishFromTheLeavesUp() {
        RootTree root = root(1);
        BranchTree first = new BranchTree(TreeOwners.AT_ONCE, root, TreeOwners.AT_ONCE);
        BranchTree second = new BranchTree(TreeOwners.AT_ONCE, first, TreeOwners.AT_ONCE);
        first.open(1); // what second stands for
        first.finishOne();

        assertThat(root.outcome()).isEqualTo(Outcome.PENDING);
        second.finishOne();

        assertThat(root.outcome()).isEqualTo(Outcome.ACKED);
        assertThat(rootsOf(second)).containsExactly(root);
    }

    @Test
    void aJointTreeHoldsEveryParentOpenUntilItsLastTuple() {
        RootTree first = root(1);
        RootTree second = root(1);
        first.open(1);
        second.open(1);
        JointTree joint = new JointTree(TreeOwners.AT_ONCE, new TupleTree[] {first, second});
        joint.open(2);
        first.finishOne(); // the anchors are acked
        second.finishOne();

        joint.finishOne();
        assertThat(listener.completed).isEmpty();
        joint.finishOne();

        assertThat(listener.completed).containsExactly(first, second);
        assertThat(rootsOf(joint)).containsExactly(first, second);
    }

    @Test
    void reportsFinishedTuplesThroughTheBranchsOwner() {
        List<TupleTree> told = new ArrayList<>();
        List<TreeOwner> asWhose = new ArrayList<>();
        TreeOwner away =
                (tree, owner) -> {
                    told.add(tree);
                    asWhose.add(owner);
                };
        RootTree root = root(1);
        BranchTree branch = new BranchTree(away, root, TreeOwners.AT_ONCE);

        branch.finishOne();

        assertThat(told).containsExactly(root);
        assertThat(asWhose).containsExactly(TreeOwners.AT_ONCE);
        assertThat(root.openCount()).as("only its own core counts it").isEqualTo(1);
    }

    @Test
    void assignsEachIdOnce() {
        RootTree first = root(1);
        RootTree second = root(1);

        assertThat(first.id()).isNotZero().isEqualTo(first.id()).isNotEqualTo(second.id());
    }
}
