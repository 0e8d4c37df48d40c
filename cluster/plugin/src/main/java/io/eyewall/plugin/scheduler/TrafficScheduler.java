package io.eyewall.plugin.scheduler;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.worker.SwitchLimits;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.IScheduler;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * T-Storm's custom scheduler (section IV-C): places executors as in the generator's last plan, as
 * far as the plan fits the present cluster. Until there is a plan a topology has an {@linkplain
 * InitialAssignment initial assignment}. Without a generator no running executor is moved, and
 * Storm's own scheduler places executors that have no place.
 *
 * <p>Named in {@code storm.scheduler} of Nimbus' {@code storm.yaml}. Nimbus calls it with a lock
 * held, every {@code nimbus.monitor.freq.secs} and when topologies come, go or are rebalanced, and
 * exits when it throws; it therefore never waits and never throws. It keeps no state that a new
 * Nimbus would need.
 */
public final class TrafficScheduler implements IScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficScheduler.class);

    private final PlanChange planChange = new PlanChange();
    private final LongSupplier clockMs;
    private @Nullable PlanFetch fetch;
    private @Nullable HandoverReader handoverReader;
    private Moves moves = new Moves(0, id -> Optional.empty());
    private Settling settling = new Settling(0);
    private boolean generatorResponded = true;

    /** Called by Nimbus, by reflection. */
    public TrafficScheduler() {
        this.clockMs = System::currentTimeMillis;
    }

    /**
     * Creates a scheduler with a given source of plans, which the caller starts, for workers
     * without hand-over.
     */
    TrafficScheduler(PlanFetch fetch, SchedulerConf conf, LongSupplier clockMs) {
        this(fetch, conf, new Moves(0, id -> Optional.empty()), clockMs);
    }

    /** Creates a scheduler with a given source of plans, which the caller starts. */
    TrafficScheduler(PlanFetch fetch, SchedulerConf conf, Moves moves, LongSupplier clockMs) {
        this.moves = moves;
        this.settling = new Settling(TimeUnit.SECONDS.toMillis(conf.settleSecs()));
        this.fetch = fetch;
        this.clockMs = clockMs;
    }

    @Override
    public void prepare(Map<String, Object> conf, StormMetricsRegistry metricsRegistry) {
        try {
            SchedulerConf settings = SchedulerConf.of(conf);
            settings.problems().forEach(LOG::error);
            settling = new Settling(TimeUnit.SECONDS.toMillis(settings.settleSecs()));
            HandoverReader reader = new HandoverReader(conf);
            moves = new Moves(SwitchLimits.of(conf).readyMs(), reader::lastRead);
            handoverReader = reader;
            reader.start();
            PlanSource source =
                    settings.generator() == null
                            ? null
                            : new GeneratorClient(settings.generator(), settings.tokenFile());
            PlanFetch planFetch =
                    new PlanFetch(
                            source,
                            settings,
                            new Rebalancer(new NimbusRebalance(conf)),
                            System::nanoTime);
            planFetch.start();
            fetch = planFetch;
        } catch (RuntimeException | LinkageError e) {
            LOG.error("plans cannot be fetched; Storm's own scheduler places executors", e);
        }
    }

    @Override
    public void schedule(Topologies topologies, Cluster cluster) {
        try {
            scheduleAll(topologies, cluster);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            LOG.error(
                    "applying the plan failed; Storm's own scheduler places the executors"
                            + " without a place",
                    e);
            try {
                StormFallback.run(topologies, cluster, cluster::needsSchedulingRas);
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError again) {
                LOG.error("Storm's own scheduler failed, too; Nimbus continues", again);
            }
        }
    }

    private void scheduleAll(Topologies topologies, Cluster cluster) {
        PlanFetch plans = fetch;
        Map<TopologyDetails, TopologyRules> planned =
                new TreeMap<>(Comparator.comparing(TopologyDetails::getId));
        Map<String, String> hosts = ViewReader.hostNames(cluster);
        for (TopologyDetails topology : topologies) {
            TopologyRules rules = TopologyRules.of(topology).withHostNames(hosts);
            if (rules.planned()) {
                planned.put(topology, rules);
            }
        }
        long nowMs = clockMs.getAsLong();
        Set<String> ids =
                planned.keySet().stream()
                        .map(TopologyDetails::getId)
                        .collect(Collectors.toCollection(HashSet::new));
        settling.beginRound(cluster, ids, nowMs);
        moves.update(cluster, ids, nowMs);
        boolean responds = plans != null && plans.generatorResponds();
        if (responds != generatorResponded) {
            LOG.info(
                    responds
                            ? "the generator responds: plans are applied again"
                            : "the generator does not respond: Storm's own scheduler places"
                                    + " executors");
            generatorResponded = responds;
        }
        ClusterPlan plan = responds && plans != null ? plans.plan() : null;
        if (plan != null) {
            planChange.apply(
                    cluster,
                    planned,
                    plan,
                    topology ->
                            settling.isSettled(topology.getId(), nowMs)
                                    && !moves.forbidsPlan(topology.getId(), plan.number()),
                    (id, number, before, target) -> moves.begin(id, number, before, target, nowMs));
        }
        if (responds) {
            planned.forEach(
                    (topology, rules) -> {
                        if (cluster.needsSchedulingRas(topology)) {
                            new InitialAssignment(cluster, topology, rules).placeUnplaced();
                        }
                    });
        }
        // Plans use fewer workers than requested, so a planned topology needs scheduling only if
        // some executors have no place.
        StormFallback.run(
                topologies,
                cluster,
                topology ->
                        planned.containsKey(topology)
                                ? !responds && cluster.needsSchedulingRas(topology)
                                : cluster.needsScheduling(topology));
        settling.endRound(cluster, ids, nowMs);
        HandoverReader reader = handoverReader;
        if (reader != null) {
            reader.setTopologies(moves.topologies());
        }
        if (plans != null) {
            plans.offer(ViewReader.read(nowMs, cluster, planned).withMoves(moves.reportedMoves()));
        }
    }

    /** Returns no user quotas, because this scheduler has none. */
    @Override
    public Map<String, Map<String, Double>> config() {
        return Map.of();
    }

    @Override
    public void cleanup() {
        if (fetch != null) {
            fetch.close();
        }
        if (handoverReader != null) {
            handoverReader.close();
        }
    }
}
