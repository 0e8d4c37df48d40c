package io.eyewall.plugin.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.plugin.wire.ClusterPlan.Slot;
import io.eyewall.plugin.wire.ClusterPlan.Tasks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is written is read; what else comes is refused by its place. */
class WireTest {
    private static final ClusterPlan PLAN =
            new ClusterPlan(
                    7,
                    1_732_000_000_000L,
                    "tstorm{gamma=1.7}",
                    List.of(
                            new ClusterPlan.Topology(
                                    "wc-1-2",
                                    List.of(
                                            new Slot("a", 6700, List.of(tasks(1, 1), tasks(4, 5))),
                                            new Slot("b", 6701, List.of(tasks(2, 3)))))),
                    List.of(new ClusterPlan.Rebalance("wc-1-2", "count", 4)));

    private static Tasks tasks(int first, int last) {
        return new Tasks(first, last);
    }

    @Test
    void plansComeBack() {
        assertThat(ClusterPlan.fromJson(PLAN.toJson())).isEqualTo(PLAN);
        assertThat(PLAN.toJson()).contains("\"executors\":[[1,1],[4,5]]");
        assertThat(ClusterPlan.fromJson(ClusterPlan.NONE.toJson())).isEqualTo(ClusterPlan.NONE);
    }

    @Test
    void viewsComeBack() {
        ClusterView view =
                new ClusterView(
                        12,
                        List.of(
                                new ClusterView.Node(
                                        "id-1",
                                        "host \"1\" ü",
                                        4,
                                        4096.5,
                                        List.of(6700, 6701),
                                        Map.of("eyewall.rack", "r1"))),
                        List.of(
                                new ClusterView.Topology(
                                        "wc-1-2",
                                        "wc",
                                        3,
                                        true,
                                        List.of(
                                                new ClusterView.Executor(
                                                        "split",
                                                        tasks(4, 5),
                                                        "id-1",
                                                        6700,
                                                        10,
                                                        128),
                                                new ClusterView.Executor(
                                                        "count", tasks(6, 6), null, null, 10, 128)),
                                        Map.of("split", List.of("host1")),
                                        List.of("count"),
                                        new ClusterView.Constraints(
                                                true,
                                                Map.of("split", List.of("count")),
                                                Map.of("count", 2)))));

        assertThat(ClusterView.fromJson(view.toJson())).isEqualTo(view);
    }

    @Test
    void unknownFieldsAreIgnored() {
        String json = PLAN.toJson().replaceFirst("\\{", "{\"later\":{\"x\":[1]},");
        assertThat(ClusterPlan.fromJson(json)).isEqualTo(PLAN);
    }

    private static void refused(String json, String... says) {
        assertThatThrownBy(() -> ClusterPlan.fromJson(json))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(says);
    }

    @Test
    void whatIsWrongIsNamed() {
        String good = PLAN.toJson();
        refused("", "invalid JSON");
        refused("[]", "expected an object");
        refused("{\"version\":1}", "version 1, expected 2");
        refused(good.replace("\"number\":7", "\"number\":-7"), "number: expected a whole number");
        refused(good.replace("\"number\":7", "\"number\":\"7\""), "number");
        refused(good.replace("6700", "66000"), "topologies[0].slots[0].port", "65535");
        refused(good.replace("\"executors\":4", "\"executors\":0"), "rebalances[0].executors");
        refused(good.replace("[1,1]", "[1]"), "executors[0]", "a list of 2");
        refused(good.replace("[1,1]", "[3,1]"), "[3 1]");
        refused(good.replace("\"node\":\"b\"", "\"node\":\"a\""), "two slots on node a");
        refused(good.replace("[2,3]", "[4,5]"), "executor [4 5] is in two slots");
        refused(good.replace("[[2,3]]", "[]"), "has no executors");
        refused(good.replace("\"b\"", "\"" + "b".repeat(5000) + "\""), "node", "4,096");
        refused("[".repeat(100_000), "invalid JSON");
    }
}
