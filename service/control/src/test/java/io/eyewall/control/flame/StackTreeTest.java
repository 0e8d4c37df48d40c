package io.eyewall.control.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Samples become a tree that has its bounds. */
class StackTreeTest {
    private final StackTree tree = new StackTree();

    @Test
    void hiddenClassesAreNamedWithoutTheirAddress() {
        assertThat(
                        StackSample.Frame.of(
                                        "a.Watch$$Lambda$923+0x00007fc2583a6718.1205592865", "run")
                                .toString())
                .isEqualTo("a.Watch$$Lambda$923.run");
        assertThat(StackSample.Frame.of("a.Hot/0x00007fa4b61b0c00", "emit").toString())
                .isEqualTo("a.Hot.emit");
        assertThat(StackSample.Frame.of("a.B$1", "x0x1").toString()).isEqualTo("a.B$1.x0x1");
    }

    @Test
    void sameCallersAreOneNode() {
        tree.add(List.of("bolt", "a.B.execute", "a.C.f"));
        tree.add(List.of("bolt", "a.B.execute", "a.C.f"));
        tree.add(List.of("bolt", "a.B.execute"));
        tree.add(List.of("spout", "a.C.f"));

        FlameGraph graph = tree.toGraph("t", 1, 10);
        assertThat(graph.samples()).isEqualTo(4);
        assertThat(graph.nodes()).hasSize(6);
        assertThat(graph.totals()).containsExactly(4, 3, 3, 2, 1, 1);
        assertThat(graph.name(3)).isEqualTo("a.C.f");
        assertThat(graph.nodes().get(2).self()).isEqualTo(1);
    }

    @Test
    void whatHasNoRoomIsCountedAtItsCaller() {
        for (int i = 0; i < 3 * StackTree.MAX_NODES; i++) {
            tree.add(List.of("c" + i % 7, "m" + i));
        }
        FlameGraph graph = tree.toGraph("t", 1, 10);
        assertThat(graph.nodes()).hasSize(StackTree.MAX_NODES);
        assertThat(graph.totals()[0]).isEqualTo(3 * StackTree.MAX_NODES);
        assertThat(graph.samples()).isEqualTo(3 * StackTree.MAX_NODES);
    }

    @Test
    void longNamesAreCut() {
        tree.add(List.of("x".repeat(10_000)));
        assertThat(tree.toGraph("t", 1, 10).name(1)).hasSize(300);
    }
}
