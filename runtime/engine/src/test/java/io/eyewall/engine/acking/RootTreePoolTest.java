package io.eyewall.engine.acking;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.acking.RootTree.Outcome;
import io.eyewall.engine.fixture.RecordingListener;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RootTreePoolTest {
    private final RecordingListener listener = new RecordingListener();
    private final RootTreePool trees = new RootTreePool(listener);

    private RootTree take(Object messageId) {
        return trees.take(TreeOwners.AT_ONCE, 7, "default", messageId, 0, 1);
    }

    @Test
    void reusesTheTreeOfAnAckedMessage() {
        RootTree first = take("first");
        long firstId = first.id();
        first.finishOne();
        trees.giveBack(first);

        RootTree second = trees.take(TreeOwners.AT_ONCE, 8, "other", "second", 5, 2);

        assertThat(second).isSameAs(first);
        assertThat(second.messageId()).isEqualTo("second");
        assertThat(second.taskId()).isEqualTo(8);
        assertThat(second.streamId()).isEqualTo("other");
        assertThat(second.startNs()).isEqualTo(5);
        assertThat(second.openCount()).isEqualTo(2);
        assertThat(second.outcome()).isEqualTo(Outcome.PENDING);
        assertThat(second.id()).isNotZero().isNotEqualTo(firstId);
        second.finishOne();
        second.finishOne();
        assertThat(second.outcome()).isEqualTo(Outcome.ACKED);
        assertThat(listener.completed).containsExactly(first, second);
    }

    @Test
    void aFreeTreeRefersToNoMessage() {
        RootTree tree = take("message");
        tree.finishOne();
        trees.giveBack(tree);

        assertThat(tree.messageId()).isNull();
    }

    /** Tuples of a lost message may still be in flight, and must not complete another message. */
    @ParameterizedTest
    @EnumSource(names = {"FAILED", "TIMED_OUT"})
    void doesNotReuseTheTreeOfALostMessage(Outcome how) {
        RootTree lost = take("lost");
        lost.complete(how);
        trees.giveBack(lost);

        RootTree next = take("next");
        lost.finishOne();

        assertThat(next).isNotSameAs(lost);
        assertThat(next.openCount()).isEqualTo(1);
        assertThat(lost.outcome()).isEqualTo(how);
    }

    /**
     * A task has moved here from another executor, on another core, which had not yet notified it
     * of a completion.
     */
    @Test
    void doesNotReuseATreeThatCompletedElsewhere() {
        TreeOwner elsewhere = (tree, owner) -> {};
        RecordingListener there = new RecordingListener();
        RootTree ended = new RootTree(elsewhere, there, 7, "default", "ended", 0, 1);
        ended.finishOne();
        trees.giveBack(ended);

        assertThat(take("here")).isNotSameAs(ended);
    }

    @Test
    void reusesATreeThatHasMovedHere() {
        TreeOwner elsewhere = (tree, owner) -> {};
        RecordingListener there = new RecordingListener();
        RootTree moved = new RootTree(elsewhere, there, 7, "default", "moved", 0, 1);
        moved.moveTo(TreeOwners.AT_ONCE, listener);
        moved.finishOne();
        trees.giveBack(moved);

        RootTree tree = take("here");
        tree.finishOne();

        assertThat(tree).isSameAs(moved);
        assertThat(tree.owner()).isSameAs(TreeOwners.AT_ONCE);
        assertThat(listener.completed).containsExactly(tree, tree);
        assertThat(there.completed).isEmpty();
    }

    @Test
    void treesInUseAreAllDifferent() {
        for (int round = 0; round < 3; round++) {
            Set<RootTree> taken = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = 0; i < 20_000; i++) {
                assertThat(taken.add(take(i))).isTrue();
            }
            for (RootTree tree : taken) {
                tree.finishOne();
                trees.giveBack(tree);
            }
        }
    }
}
