package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TreeOwner;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.RecordingListener;
import io.eyewall.engine.fixture.TestParcel;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Tests which core counts the tuples that follow from a tuple of core 0 which core 1 holds and
 * acks.
 */
@NullUnmarked // unused parts are null
class BranchesTest {
    private final List<Core> cores = Core.create(3, 4, 4, new ManualClock());
    private final Core home = cores.get(0);
    private final Core here = cores.get(1);
    private final RecordingListener listener = new RecordingListener();
    private final RootTree root = new RootTree(home, listener, 1, "default", "message", 0, 1);
    private final EngineTuple input = tuple(root, home);

    BranchesTest() {
        cores.forEach(Core::driveByCaller);
    }

    private static EngineTuple tuple(TupleTree tree, TreeOwner owner) {
        return new EngineTuple(null, List.of(), null, tree, owner);
    }

    /** Emits a tuple anchored to the input. */
    private EngineTuple emit(Core to) {
        TupleTree tree = input.treeOn(here);
        tree.open(1);
        EngineTuple child = tuple(tree, here);
        here.send(to, child);
        return child;
    }

    private void ack() {
        ack(input, here);
    }

    private static void ack(EngineTuple tuple, Core by) {
        TreeOwner owner = tuple.treeOwner();
        by.finishInput(tuple.takeTree(), owner);
    }

    @Test
    void replacesAnAckedAnchorByItsOnlySuccessor() {
        here.send(cores.get(2), new TestParcel(() -> {}));
        EngineTuple child = emit(home);
        ack();

        assertThat(child.tree()).isSameAs(root);
        assertThat(child.treeOwner()).isSameAs(home);
        assertThat(root.openCount()).isEqualTo(1);

        home.finish(child.takeTree(), home);
        assertThat(listener.completed).containsExactly(root);
    }

    @Test
    void keepsTheBranchUntilTheAnchorIsAcked() {
        EngineTuple child = emit(home);

        assertThat(child.treeOwner()).isSameAs(here);
    }

    @Test
    void keepsTheBranchForSeveralSuccessors() {
        EngineTuple first = emit(home);
        EngineTuple second = emit(cores.get(2));
        ack();

        assertThat(first.treeOwner()).isSameAs(here);
        assertThat(second.treeOwner()).isSameAs(here);
        assertThat(second.tree()).isSameAs(first.tree()).isNotSameAs(root);
    }

    /** A tuple that was handed over must not change: its receiver may be reading it. */
    @Test
    void doesNotChangeATupleThatWasHandedOver() {
        EngineTuple child = emit(home);
        here.step();
        ack();

        assertThat(child.treeOwner()).isSameAs(here);
    }

    @Test
    void doesNotChangeATupleThatWasNotStagedLast() {
        EngineTuple child = emit(home);
        here.send(home, new TestParcel(() -> {}));
        ack();

        assertThat(child.treeOwner()).isSameAs(here);
    }

    @Test
    void aBranchOfABranchReturnsToTheFirstCore() {
        EngineTuple there = emit(cores.get(2));
        here.step();
        Core third = cores.get(2);
        TupleTree branch = there.tree();
        TupleTree second = there.treeOn(third);
        second.open(1);
        EngineTuple last = tuple(second, third);
        third.send(home, last);
        ack(there, third);

        assertThat(last.tree()).isSameAs(branch);
        assertThat(last.treeOwner()).isSameAs(here);
    }
}
