package io.eyewall.testkit.chaos;

import io.eyewall.testkit.semantics.Shared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.SpoutDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * A random topology with its configuration, determined by a seed: a graph of bolts with every kind
 * of grouping. Its only cycles are streams that lead back, whose tuples have a limited number of
 * hops.
 */
final class ChaosTopology {
    private static final int MESSAGES = 120;

    final TopologyBuilder builder = new TopologyBuilder();
    final Map<String, Object> conf = new HashMap<>();
    final Shared<Ledger> shared = new Shared<>(new Ledger());
    private final Shared<LockingBolt.Locks> locks = new Shared<>(new LockingBolt.Locks());
    private final SplittableRandom random;
    private final boolean threads;
    private final @Nullable Defect defect;
    private final int cores;
    private final List<String> description = new ArrayList<>();
    private final Map<String, Integer> tasksOf = new TreeMap<>();
    private int messages;

    /**
     * @param random source of all choices
     * @param threads whether the topology will run on threads, so that bolts may block
     */
    ChaosTopology(SplittableRandom random, boolean threads) {
        this(random, threads, null);
    }

    /**
     * @param defect defect between the engine and its spouts and bolts; null: none
     */
    ChaosTopology(SplittableRandom random, boolean threads, @Nullable Defect defect) {
        this.random = random;
        this.threads = threads;
        this.defect = defect;
        this.cores = 1 + random.nextInt(4);
        configure();
        List<String> spouts = spouts();
        bolts(spouts);
    }

    /** Releases the objects of a run that is over. */
    void forget() {
        locks.get().close();
        locks.forget();
        shared.forget();
    }

    /** Returns the number of messages that must be acked. */
    int messages() {
        return messages;
    }

    /** Returns new numbers of executors for some components. */
    Map<String, Integer> rebalancing(SplittableRandom dice) {
        Map<String, Integer> executors = new TreeMap<>();
        tasksOf.forEach(
                (component, tasks) -> {
                    if (dice.nextInt(3) == 0) {
                        executors.put(component, 1 + dice.nextInt(tasks));
                    }
                });
        return executors;
    }

    private int any(int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void configure() {
        conf.put("eyewall.cores", cores);
        conf.put("eyewall.batch.size", 1 + random.nextInt(4));
        conf.put("eyewall.link.batches", 2 + random.nextInt(3));
        conf.put("eyewall.mailbox.capacity", any(2, 3, 8, 20, 1024));
        conf.put("eyewall.direct.depth", any(0, 1, 3, 32));
        conf.put("eyewall.spout.calls", 1 + random.nextInt(8));
        conf.put("eyewall.blocking.threshold.ms", 1);
        conf.put("eyewall.blocking.offences", any(1, 3, 1_000_000));
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, any(1, 3, 10));
        conf.put(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
        conf.put(Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS, any(1, 20, 100));
        if (random.nextBoolean()) {
            conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, any(1, 2, 5, 20));
        }
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, defect != Defect.FORGETS_TIMEOUTS);
        description.add(conf.toString());
    }

    private List<String> spouts() {
        List<String> spouts = new ArrayList<>();
        int budget = 2 + random.nextInt(4);
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            int tasks = 1 + random.nextInt(3);
            int each = 1 + random.nextInt(MESSAGES / (tasks * count));
            messages += tasks * each;
            ChaosSpout spout = new ChaosSpout(shared, random.nextLong(), each, budget, !threads);
            SpoutDeclarer declarer =
                    builder.setSpout("s" + i, possiblyDefective(spout), 1 + random.nextInt(tasks))
                            .setNumTasks(tasks);
            if (random.nextInt(3) == 0) {
                declarer.addConfiguration("eyewall.core", random.nextInt(cores));
            }
            if (threads && random.nextInt(8) == 0) {
                declarer.addConfiguration("eyewall.executor.dedicated", true);
            }
            spouts.add("s" + i);
            tasksOf.put("s" + i, tasks);
            description.add("s" + i + ": " + tasks + " tasks, " + each + " messages each");
        }
        return spouts;
    }

    private IRichSpout possiblyDefective(ChaosSpout spout) {
        return defect == null ? spout : new DefectiveSpout(spout, defect, shared);
    }

    /**
     * Makes every other bolt rely on having a thread of its own.
     *
     * @param choices random bits, drawn beforehand: the meaning of seeds must not change
     */
    private IRichBolt possiblyLocking(ChaosBolt bolt, long choices, int tasks) {
        return threads && (choices & 1) != 0
                ? new LockingBolt(bolt, choices >> 1, tasks == 1, shared, locks)
                : bolt;
    }

    private IRichBolt possiblyDefective(IRichBolt bolt) {
        return defect == null ? bolt : new DefectiveBolt(bolt, defect, shared);
    }

    private record Subscription(String from, String stream, String to) {}

    private void bolts(List<String> spouts) {
        int count = 1 + random.nextInt(5);
        List<Subscription> subscriptions = new ArrayList<>();
        List<String> sources = new ArrayList<>(spouts);
        for (int i = 0; i < count; i++) {
            for (int k = random.nextInt(3); k >= 0; k--) {
                String source = sources.get(random.nextInt(sources.size()));
                boolean direct = source.startsWith("b") && random.nextInt(6) == 0;
                String stream =
                        direct ? ChaosBolt.DIRECT : ChaosSpout.STREAMS.get(random.nextInt(2));
                subscriptions.add(new Subscription(source, stream, "b" + i));
            }
            if (i == 0) { // every message has a receiver
                spouts.forEach(s -> subscriptions.add(new Subscription(s, "default", "b0")));
            }
            sources.add("b" + i);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int to = random.nextInt(count);
            int from = to + random.nextInt(count - to);
            subscriptions.add(new Subscription("b" + from, ChaosBolt.BACK, "b" + to));
        }
        for (int i = 0; i < count; i++) {
            bolt("b" + i, subscriptions);
        }
    }

    private void bolt(String name, List<Subscription> subscriptions) {
        List<String> directTargets =
                subscriptions.stream()
                        .filter(s -> s.from().equals(name) && s.stream().equals(ChaosBolt.DIRECT))
                        .map(Subscription::to)
                        .distinct()
                        .toList();
        int dozeNs = threads && random.nextBoolean() ? 4_000_000 : 0;
        ChaosDice dice = new ChaosDice(random.nextLong(), any(0, 5, 20, 50), dozeNs);
        int tasks = 1 + random.nextInt(4);
        int executors = 1 + random.nextInt(tasks);
        ChaosBolt bolt = new ChaosBolt(shared, dice, directTargets);
        IRichBolt locking = possiblyLocking(bolt, dice.seed(), tasks);
        BoltDeclarer declarer =
                builder.setBolt(name, possiblyDefective(locking), executors).setNumTasks(tasks);
        if (random.nextInt(3) == 0) {
            declarer.addConfiguration("eyewall.core", random.nextInt(cores));
        }
        if (threads && random.nextInt(8) == 0) {
            declarer.addConfiguration("eyewall.executor.dedicated", true);
        }
        tasksOf.put(name, tasks);
        StringBuilder text = new StringBuilder(name + ": " + tasks + " tasks, " + executors);
        text.append(" executors, ").append(dice);
        Set<Subscription> done = new HashSet<>();
        for (Subscription subscription : subscriptions) {
            if (subscription.to().equals(name) && done.add(subscription)) {
                text.append(", ").append(subscribe(declarer, subscription));
            }
        }
        description.add(text.toString());
    }

    private String subscribe(BoltDeclarer declarer, Subscription subscription) {
        String from = subscription.from();
        String stream = subscription.stream();
        String how;
        if (stream.equals(ChaosBolt.DIRECT)) {
            declarer.directGrouping(from, stream);
            how = "direct";
        } else {
            how =
                    List.of(
                                    "shuffle",
                                    "fields",
                                    "all",
                                    "global",
                                    "none",
                                    "localOrShuffle",
                                    "partialKey",
                                    "custom")
                            .get(random.nextInt(8));
            switch (how) {
                case "shuffle" -> declarer.shuffleGrouping(from, stream);
                case "fields" -> declarer.fieldsGrouping(from, stream, new Fields("key"));
                case "all" -> declarer.allGrouping(from, stream);
                case "global" -> declarer.globalGrouping(from, stream);
                case "none" -> declarer.noneGrouping(from, stream);
                case "localOrShuffle" -> declarer.localOrShuffleGrouping(from, stream);
                case "partialKey" -> declarer.partialKeyGrouping(from, stream, new Fields("key"));
                default -> declarer.customGrouping(from, stream, new SomeTasks());
            }
        }
        return how + " of " + from + "/" + stream;
    }

    /** Chooses any number of tasks by the key: often none, occasionally all. */
    @NullUnmarked // prepare sets the field
    private static final class SomeTasks implements CustomStreamGrouping {
        private static final long serialVersionUID = 1L;

        private List<Integer> targets;

        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            this.targets = targetTasks;
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            int bits = (Integer) values.get(1);
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < targets.size(); i++) {
                if ((bits >>> i & 1) != 0) {
                    chosen.add(targets.get(i));
                }
            }
            return chosen;
        }
    }

    @Override
    public String toString() {
        return String.join("\n  ", description);
    }
}
