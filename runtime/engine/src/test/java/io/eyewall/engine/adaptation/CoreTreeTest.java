package io.eyewall.engine.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreTreeTest {
    private static double priceNs(CostTree tree, int core, int other) {
        Level level = tree.meet(tree.indexOf("core-" + core), tree.indexOf("core-" + other));
        return tree.crossings().at(level).tupleNs();
    }

    @Test
    void scalesCrossingsByTheDistanceOfNodes() {
        CostTree tree = CoreTree.ofNumaNodes(List.of(0, 1, 0, 1), 2.1);

        assertThat(priceNs(tree, 0, 0)).isZero();
        assertThat(priceNs(tree, 0, 2)).isEqualTo(priceNs(CoreTree.flat(4), 0, 2));
        assertThat(priceNs(tree, 0, 1)).isEqualTo(2.1 * priceNs(tree, 0, 2));
        assertThat(priceNs(tree, 3, 2)).isEqualTo(priceNs(tree, 0, 1));
    }

    @Test
    void treatsCoresOfOneNodeAsUnknownTopology() {
        CostTree tree = CoreTree.ofNumaNodes(List.of(1, 1), 1);

        assertThat(priceNs(tree, 0, 1)).isEqualTo(priceNs(CoreTree.flat(2), 0, 1));
        assertThat(tree.vertices()).hasSameSizeAs(CoreTree.flat(2).vertices());
    }
}
