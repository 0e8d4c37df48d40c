package io.eyewall.testkit;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SteppedEngine;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import io.eyewall.topology.config.ConfigKeys;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link TopologyTestDriver} for one topology. Used by the thread that will drive
 * the topology.
 */
public final class TestDriverBuilder {
    /** The default start of virtual time: a round number, for windows. */
    public static final Instant DEFAULT_START = Instant.parse("2000-01-01T00:00:00Z");

    private static final int DEFAULT_STEP_LIMIT = 10_000;

    /** Microseconds of virtual time after which a spout that emitted nothing is called again. */
    private static final int SPOUT_WAIT_US = 1_000;

    private final StormTopology topology;
    private final Map<String, Object> conf = new HashMap<>();
    private String name = "test";

    /** The names of the spouts to replace; null for all spouts except those that Storm adds. */
    private @Nullable Set<String> fedSpoutNames = new HashSet<>();

    private Instant start = DEFAULT_START;
    private boolean kryoRoundTrip;
    private boolean stormTime;
    private int cores = 1;
    private long seed;
    private int stepLimit = DEFAULT_STEP_LIMIT;

    TestDriverBuilder(StormTopology topology) {
        this.topology = Objects.requireNonNull(topology, "topology");
    }

    /** Sets the topology's name; {@code test} by default. */
    public TestDriverBuilder withName(String topologyName) {
        this.name = Objects.requireNonNull(topologyName, "topologyName");
        return this;
    }

    /** Adds a key to the topology's configuration. */
    public TestDriverBuilder withConf(String key, Object value) {
        conf.put(key, value);
        return this;
    }

    /** Adds keys to the topology's configuration. */
    public TestDriverBuilder withConf(Map<String, Object> keys) {
        conf.putAll(keys);
        return this;
    }

    /**
     * Replaces spouts: the test emits in their place, and their own code never runs. All other
     * spouts run unchanged.
     */
    public TestDriverBuilder feeding(String... spouts) {
        if (fedSpoutNames != null) {
            fedSpoutNames.addAll(Arrays.asList(spouts));
        }
        return this;
    }

    /** Replaces all spouts except those that Storm itself adds. */
    public TestDriverBuilder feedingAllSpouts() {
        this.fedSpoutNames = null;
        return this;
    }

    /**
     * Copies the values of every emitted tuple by Storm's serialization, as happens on a cluster
     * with several workers. This finds values that cannot be serialized, and code that changes
     * values after it has emitted them. The receivers of one emit share a copy.
     */
    public TestDriverBuilder withKryoRoundTrip() {
        this.kryoRoundTrip = true;
        return this;
    }

    /** Sets the start of virtual time; {@link #DEFAULT_START} by default. */
    public TestDriverBuilder withStartTime(Instant time) {
        this.start = Objects.requireNonNull(time, "time");
        return this;
    }

    /**
     * Makes {@code org.apache.storm.utils.Time} follow the driver's clock until the driver is
     * closed. Storm has one such clock per process, so no two tests that use this setting may run
     * at the same time. A sleep by {@code Time.sleep} or {@code Utils.sleep} in a spout or bolt
     * then advances virtual time by its length.
     */
    public TestDriverBuilder withStormTime() {
        this.stormTime = true;
        return this;
    }

    /**
     * Places the executors on several cores, which the test's thread steps in an order that the
     * seed determines. With several cores tuples cross, wait and overtake each other as in a real
     * run: each seed yields another legal interleaving, which can be repeated.
     *
     * @param count number of cores; 1 by default
     * @param interleavingSeed any number
     */
    public TestDriverBuilder withCores(int count, long interleavingSeed) {
        this.cores = count;
        this.seed = interleavingSeed;
        return this;
    }

    /**
     * Sets the number of steps at one instant after which {@link TopologyTestDriver#runUntilIdle}
     * fails; 10,000 by default.
     */
    public TestDriverBuilder withStepLimit(int steps) {
        this.stepLimit = steps;
        return this;
    }

    /**
     * Starts the topology: when this returns every task has been opened or prepared.
     *
     * @throws IllegalArgumentException if the topology or the configuration is invalid
     * @throws TopologyFailedException if opening or preparing a task throws
     */
    public TopologyTestDriver start() {
        Map<String, Object> daemonConf = DriverConf.daemonConf();
        TopologyPlan plan = plan(daemonConf);
        Map<String, Object> engineConf = new HashMap<>(plan.conf());
        engineConf.put(ConfigKeys.CORES.name(), cores);
        VirtualClock clock =
                stormTime ? VirtualClock.sharedWithStorm(start) : VirtualClock.startingAt(start);
        try {
            SteppedEngine engine = new SteppedEngine(EngineSettings.from(engineConf), clock);
            RecordingProbe recorder =
                    new RecordingProbe(
                            clock, kryoRoundTrip ? new KryoRoundTrip(plan.conf()) : null);
            ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
            TopologyRuntime runtime = engine.submit(plan, SubmitSettings.of(classLoader), recorder);
            TopologyTestDriver driver =
                    new TopologyTestDriver(
                            engine,
                            clock,
                            new CoreSteps(engine, clock, seed, stepLimit),
                            runtime,
                            recorder);
            driver.open(stepLimit);
            return driver;
        } catch (RuntimeException | Error e) {
            clock.close();
            throw e;
        }
    }

    private TopologyPlan plan(Map<String, Object> daemonConf) {
        Set<String> replaced = DrivenTopology.spoutsToReplace(topology, fedSpoutNames);
        // Fed spouts are woken when they are fed, so the engine need not poll them.
        boolean allFed = replaced.size() == topology.get_spouts_size();
        try {
            return TopologyPlanner.plan(
                    name,
                    name + "-1-" + start.getEpochSecond(),
                    daemonConf,
                    DriverConf.topologyConf(name, conf, allFed ? Integer.MAX_VALUE : SPOUT_WAIT_US),
                    DrivenTopology.adapt(topology, replaced));
        } catch (InvalidTopologyException e) {
            throw new IllegalArgumentException(
                    "topology '" + name + "' can't be started: " + e.get_msg(), e);
        }
    }
}
