package io.eyewall.benchmarks.peers.jet;

import static com.hazelcast.jet.core.Edge.between;
import static com.hazelcast.jet.core.Edge.from;
import static com.hazelcast.jet.core.processor.Processors.flatMapP;
import static com.hazelcast.jet.core.processor.Processors.mapP;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Vertex;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Work;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A scenario as a light job of a single Hazelcast member: with as many cooperative threads as the
 * parallelism, with isolated edges where no exchange is needed, and without snapshots. The sources
 * complete when a stop is requested, and the job completes with them.
 */
final class JetSystem implements RunningSystem {
    private static final long END_LIMIT_SEC = 60;
    private static final String LOCAL = "127.0.0.1";

    private final Scenario scenario;
    private final Work work;
    private final DAG dag = new DAG();
    private HazelcastInstance member;
    private Job job;

    JetSystem(Scenario scenario) {
        this.scenario = scenario;
        work = scenario.work();
    }

    @Override
    public void start() {
        build();
        member = Hazelcast.newHazelcastInstance(config());
        job = member.getJet().newLightJob(dag);
    }

    @Override
    public void close() throws Exception {
        Objects.requireNonNull(job, "started").getFuture().get(END_LIMIT_SEC, TimeUnit.SECONDS);
        member.shutdown();
    }

    private Config config() {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        if (work.ratePerSec() > 0) {
            // By default, Jet's idle threads sleep up to 500 us.
            config.setProperty("hazelcast.jet.idle.cooperative.max.microseconds", "25");
        }
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface(LOCAL);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(scenario.parallelism());
        return config;
    }

    private void build() {
        switch (work.shape()) {
            case WORD_COUNT -> {
                Vertex split = vertex("split", flatMapP(JetSystem::words));
                dag.edge(between(source(1), split).isolated());
                dag.edge(between(split, sink(1)).partitioned(word -> word));
            }
            case ROLLING_SORT -> dag.edge(between(source(1), sink(1)).isolated());
            case CHAIN -> {
                Vertex last = source(1);
                for (int i = 1; i <= work.size(); i++) {
                    Vertex identity = vertex("identity-" + i, mapP(value -> value));
                    dag.edge(between(last, identity).isolated());
                    last = identity;
                }
                dag.edge(between(last, sink(1)).isolated());
            }
            case FAN_OUT -> {
                Vertex source = source(1);
                for (int i = 0; i < work.size(); i++) {
                    dag.edge(from(source, i).to(sink(i)).isolated());
                }
            }
            case FAN_IN -> {
                Vertex sink = sink(1);
                for (int i = 0; i < work.size(); i++) {
                    dag.edge(from(source(i)).to(sink, i).isolated());
                }
            }
            case EMAIL, PIPELINE, SPREAD ->
                    throw new IllegalArgumentException("jet can't run " + scenario);
        }
    }

    private static Traverser<String> words(String sentence) {
        return Traversers.traverseArray(sentence.split(" "));
    }

    private Vertex source(int number) {
        Work wanted = work; // the supplier is serialised, this object is not
        int parallelism = scenario.parallelism();
        return vertex("source-" + number, () -> new JetSource(wanted, parallelism));
    }

    private Vertex sink(int number) {
        Work wanted = work;
        return vertex("sink-" + number, () -> new JetSink(wanted));
    }

    private Vertex vertex(String name, SupplierEx<Processor> processor) {
        return dag.newVertex(name, processor).localParallelism(scenario.parallelism());
    }
}
