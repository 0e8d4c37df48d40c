package io.eyewall.testkit.semantics;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.testkit.CoreSteps;
import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import io.eyewall.testkit.TestPlans;
import io.eyewall.testkit.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;

/**
 * A topology on a stepped engine without any recording, so that it takes the engine's fast paths,
 * which the recording of a test driver would avoid.
 */
final class SteppedTopology implements AutoCloseable {
    private static final int STEP_LIMIT = 100_000;

    final VirtualClock clock = VirtualClock.startingAt(Instant.EPOCH.plusSeconds(1));
    final SteppedEngine engine;
    final CoreSteps steps;
    final TopologyRuntime topology;

    private SteppedTopology(TopologyBuilder builder, Map<String, Object> conf, long seed) {
        Map<String, Object> engineConf = new HashMap<>(conf);
        engineConf.putIfAbsent("eyewall.cores", 1);
        this.engine = new SteppedEngine(EngineSettings.from(engineConf), clock);
        this.steps = new CoreSteps(engine, clock, seed, STEP_LIMIT);
        this.topology =
                engine.submit(
                        TestPlans.plan(builder.createTopology(), conf),
                        SubmitSettings.of(getClass().getClassLoader()));
    }

    /**
     * @param keysAndValues configuration of the engine and the topology; one core unless {@code
     *     eyewall.cores} sets another number
     */
    static SteppedTopology start(TopologyBuilder builder, Object... keysAndValues) {
        return startSeeded(builder, 0, keysAndValues);
    }

    static SteppedTopology startSeeded(
            TopologyBuilder builder, long seed, Object... keysAndValues) {
        Map<String, Object> conf = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            conf.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return new SteppedTopology(builder, conf, seed);
    }

    /** Runs steps of one core. */
    void step(int core, int times) {
        for (int i = 0; i < times; i++) {
            engine.step(core);
        }
    }

    void runUntilIdle() {
        steps.runUntilIdle();
    }

    void advance(Duration by) {
        steps.advance(by);
    }

    ScriptedBolt bolt(String component) {
        return bolt(component, 0);
    }

    ScriptedBolt bolt(String component, int index) {
        return (ScriptedBolt) object(component, index);
    }

    ScriptedSpout spout(String component) {
        return (ScriptedSpout) object(component, 0);
    }

    Object object(String component, int index) {
        int task = topology.plan().component(component).taskIds().get(index);
        return topology.task(task).object();
    }

    @Override
    public void close() {
        engine.close();
    }
}
