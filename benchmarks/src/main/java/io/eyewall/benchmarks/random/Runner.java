package io.eyewall.benchmarks.random;

import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;

/**
 * Runs the topologies of a draw in this JVM. Used by one thread; the topologies end with the JVM.
 */
interface Runner {
    /** Starts a topology. */
    void start(int number, Map<String, Object> conf, StormTopology topology) throws Exception;

    /** Returns a runner that uses the {@code LocalCluster} on the class path. */
    static Runner localCluster() throws ReflectiveOperationException {
        ILocalCluster cluster =
                Class.forName("org.apache.storm.LocalCluster")
                        .asSubclass(ILocalCluster.class)
                        .getDeclaredConstructor()
                        .newInstance();
        return (number, conf, topology) ->
                cluster.submitTopology("drawn-" + number, conf, topology);
    }

    /** A runner with an engine whose executors stay at given places. */
    final class Nailed implements Runner {
        private static final int LIMIT_SECONDS = 30;

        private final Map<String, Object> daemon;
        private final Engine engine;
        private final List<RunningTopology> topologies = new ArrayList<>();
        private final Draw draw;

        /** Starts the engine. */
        Nailed(Draw draw) {
            this.draw = draw;
            daemon = new HashMap<>(Utils.readDefaultConfig());
            daemon.put(Config.STORM_CLUSTER_MODE, "local");
            daemon.put("eyewall.placement", "off");
            engine = Engine.start(EngineSettings.from(daemon));
        }

        @Override
        public void start(int number, Map<String, Object> conf, StormTopology topology)
                throws Exception {
            String name = "drawn-" + number;
            TopologyPlan plan = TopologyPlanner.plan(name, name + "-1", daemon, conf, topology);
            topologies.add(engine.submit(plan, SubmitSettings.of(Nailed.class.getClassLoader())));
        }

        /** Moves executors, and waits until they have arrived. */
        void place(Places places) throws Exception {
            List<CompletableFuture<ExecutorPlan>> moves = new ArrayList<>();
            int component = 0;
            for (int t = 0; t < topologies.size(); t++) {
                for (Part part : draw.topologies().get(t).parts()) {
                    TopologyPlan plan = topologies.get(t).plan();
                    List<ExecutorPlan> executors =
                            plan.executors().stream()
                                    .filter(one -> one.componentId().equals(part.id()))
                                    .toList();
                    for (int e = 0; e < executors.size(); e++) {
                        moves.add(
                                engine.placement()
                                        .hold(
                                                plan.id(),
                                                executors.get(e).firstTask(),
                                                places.core(component, e)));
                    }
                    component++;
                }
            }
            CompletableFuture.allOf(moves.toArray(CompletableFuture[]::new))
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
