package io.eyewall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.topology.Topologies.Spout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.storm.Config;
import org.apache.storm.topology.SpoutDeclarer;
import org.apache.storm.topology.TopologyBuilder;

/** Compares the ids of arbitrary topologies with a second implementation of Storm's rules. */
class TopologyPlannerPropertyTest {
    private record Sizes(int hint, Integer tasks, Integer most) {}

    @Property(tries = 60)
    void idsFollowStormsRules(
            @ForAll("topologies") Map<String, Sizes> components,
            @ForAll("ackers") int ackers,
            @ForAll("limits") Integer most)
            throws Exception {
        // given
        TopologyBuilder builder = new TopologyBuilder();
        components.forEach(
                (name, sizes) -> {
                    SpoutDeclarer declarer = builder.setSpout(name, new Spout(), sizes.hint());
                    if (sizes.tasks() != null) {
                        declarer.setNumTasks(sizes.tasks());
                    }
                    if (sizes.most() != null) {
                        declarer.setMaxTaskParallelism(sizes.most());
                    }
                });
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        if (most != null) {
            conf.put(Config.TOPOLOGY_MAX_TASK_PARALLELISM, most);
        }

        // when
        TopologyPlan plan = Topologies.plan(conf, builder.createTopology());

        // then
        Map<String, Sizes> all = new TreeMap<>(components);
        if (ackers > 0) {
            all.put("__acker", new Sizes(ackers, ackers, Integer.MAX_VALUE));
        }
        int next = 1;
        List<String> executors = new ArrayList<>(List.of("__system:[-1 -1]"));
        for (Map.Entry<String, Sizes> entry : all.entrySet()) {
            Sizes sizes = entry.getValue();
            int tasks = sizes.tasks() == null ? sizes.hint() : sizes.tasks();
            Integer limit = sizes.most() == null ? most : sizes.most();
            tasks = limit == null ? tasks : Math.min(limit, tasks);
            int count = Math.min(tasks, sizes.hint());
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int length = tasks / count + (i < tasks % count ? 1 : 0);
                executors.add(entry.getKey() + ":[" + next + " " + (next + length - 1) + "]");
                for (int k = 0; k < length; k++) {
                    ids.add(next++);
                }
            }
            assertThat(plan.component(entry.getKey()).taskIds()).isEqualTo(ids);
            assertThat(plan.componentToTasks().get(entry.getKey())).isEqualTo(ids);
        }
        assertThat(plan.executors().stream().map(ExecutorPlan::toString))
                .containsExactlyElementsOf(executors);
        assertThat(plan.taskToComponent()).hasSize(next - 1);
    }

    @Provide
    Arbitrary<Map<String, Sizes>> topologies() {
        Arbitrary<String> names =
                Arbitraries.strings().withChars("AZaz09-.").ofMinLength(1).ofMaxLength(4);
        Arbitrary<Sizes> sizes =
                Combinators.combine(
                                Arbitraries.integers().between(1, 7),
                                Arbitraries.integers().between(1, 12).injectNull(0.5),
                                Arbitraries.integers().between(1, 5).injectNull(0.7))
                        .as(Sizes::new);
        return Arbitraries.maps(names, sizes).ofMinSize(1).ofMaxSize(6);
    }

    @Provide
    Arbitrary<Integer> ackers() {
        return Arbitraries.integers().between(0, 3);
    }

    @Provide
    Arbitrary<Integer> limits() {
        return Arbitraries.integers().between(1, 8).injectNull(0.5);
    }
}
