package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.examples.email.EmailStages;
import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.PythonBolt;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.ComponentConfigurationDeclarer;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** Builds the topology of a scenario. */
public final class ScenarioTopology {
    /** The only field of every stream. */
    static final String FIELD = "text";

    /**
     * The setting for a component's core. Storm does not know the setting, and has a thread for
     * each of these components anyway.
     */
    private static final String EYEWALL_CORE = "eyewall.core";

    private static final String SOURCE = "source";
    private static final String SPLIT = "split";
    private static final String IDENTITY = "identity";
    private static final String SINK = "sink";

    private final Scenario scenario;
    private final TopologyBuilder builder = new TopologyBuilder();

    private ScenarioTopology(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Builds the topology of a scenario. */
    public static StormTopology build(Scenario scenario) {
        ScenarioTopology topology = new ScenarioTopology(scenario);
        int size = scenario.work().size();
        switch (scenario.work().shape()) {
            case WORD_COUNT -> topology.wordCount();
            case ROLLING_SORT -> topology.rollingSort();
            case EMAIL -> topology.email();
            case PIPELINE -> topology.pipeline();
            case CHAIN -> topology.chain(size);
            case FAN_OUT -> topology.fanOut(size);
            case FAN_IN -> topology.fanIn(size);
            case SPREAD -> topology.spread((size - 1) / 2);
        }
        return topology.builder.createTopology();
    }

    private void wordCount() {
        int parallelism = scenario.parallelism();
        onCore(0, builder.setSpout(SOURCE, source(), parallelism));
        onCore(0, builder.setBolt(SPLIT, split(), parallelism).localOrShuffleGrouping(SOURCE));
        onCore(
                1,
                builder.setBolt(SINK, new CountBolt(scenario.acked()), parallelism)
                        .fieldsGrouping(SPLIT, new Fields(FIELD)));
    }

    /**
     * Returns the bolt that splits sentences. Only the one in Java can omit anchors and acks; the
     * others always anchor and ack.
     */
    private IRichBolt split() {
        return switch (scenario.work()) {
            case M1 -> new ShellSplitBolt();
            case P1 -> new PythonBolt("split_lines", "Split").output(FIELD);
            case P1_BATCH -> new PythonBolt("split_lines", "SplitBatch").output(FIELD);
            case N1 -> new NativeBolt(System.mapLibraryName("wordcount"), "Split").output(FIELD);
            case N1_CHILD ->
                    new NativeBolt(System.mapLibraryName("wordcount"), "Split")
                            .output(FIELD)
                            .inChildProcess();
            default -> new SplitBolt(scenario.acked());
        };
    }

    private void rollingSort() {
        builder.setSpout(SOURCE, source(), scenario.parallelism());
        addBolt(SINK, new SortBolt(scenario.acked()), SOURCE);
    }

    private void chain(int bolts) {
        onCore(0, builder.setSpout(SOURCE, source(), scenario.parallelism()));
        String last = SOURCE;
        for (int i = 1; i <= bolts; i++) {
            String bolt = IDENTITY + "-" + i;
            onCore(0, addBolt(bolt, new IdentityBolt(scenario.acked()), last));
            last = bolt;
        }
        onCore(1, addBolt(SINK, count(), last));
    }

    private void email() {
        boolean acked = scenario.acked();
        builder.setSpout(SOURCE, source(), scenario.parallelism());
        addBolt("parse", new MadeUpEmailBolts.Parse(acked), SOURCE);
        addBolt("filter", new MadeUpEmailBolts.Filter(acked), "parse");
        addBolt("modify", new MadeUpEmailBolts.Modify(acked), "filter");
        addBolt(SINK, new MadeUpEmailBolts.Metrics(acked), "modify");
    }

    /** Builds the email pipeline from the stages of the example, which always anchor and ack. */
    private void pipeline() {
        int parallelism = scenario.parallelism();
        builder.setSpout(SOURCE, new MailboxSpout(scenario), parallelism);
        String last = EmailStages.standard(parallelism).addTo(builder, SOURCE, false);
        addBolt(SINK, new WriteBolt(scenario.acked()), last);
    }

    private void fanOut(int sinks) {
        builder.setSpout(SOURCE, source(), scenario.parallelism());
        for (int i = 1; i <= sinks; i++) {
            addBolt(SINK + "-" + i, count(), SOURCE);
        }
    }

    private void fanIn(int sources) {
        var sink = builder.setBolt(SINK, count(), scenario.parallelism());
        for (int i = 1; i <= sources; i++) {
            String source = SOURCE + "-" + i;
            builder.setSpout(source, source(), scenario.parallelism());
            sink.localOrShuffleGrouping(source);
        }
    }

    private void spread(int executors) {
        builder.setSpout(SOURCE, source(), 1);
        builder.setBolt(IDENTITY, new IdentityBolt(scenario.acked()), executors)
                .shuffleGrouping(SOURCE);
        builder.setBolt(SINK, count(), executors).shuffleGrouping(IDENTITY);
    }

    private BoltDeclarer addBolt(String id, IRichBolt bolt, String from) {
        BoltDeclarer declarer = builder.setBolt(id, bolt, scenario.parallelism());
        return scenario.work().isShuffled()
                ? declarer.shuffleGrouping(from)
                : declarer.localOrShuffleGrouping(from);
    }

    /** Assigns a component of a cut work to a core; for other works the system chooses the core. */
    private void onCore(int core, ComponentConfigurationDeclarer<?> component) {
        if (scenario.work().isCut()) {
            component.addConfiguration(EYEWALL_CORE, core);
        }
    }

    private IRichSpout source() {
        if (scenario.work().isSilent()) {
            return new SilentSpout(scenario);
        }
        return scenario.work().ratePerSec() == 0
                ? new TextSpout(scenario)
                : new PacedSpout(scenario);
    }

    private IRichBolt count() {
        return scenario.work().measuresLatency()
                ? new TimedCountBolt(scenario.acked())
                : new TextCountBolt(scenario.acked());
    }
}
