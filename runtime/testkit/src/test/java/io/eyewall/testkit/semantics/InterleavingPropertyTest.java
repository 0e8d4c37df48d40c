package io.eyewall.testkit.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ScriptedBolt;
import io.eyewall.testkit.ScriptedSpout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Runs one topology with every kind of edge under random settings, placements and interleavings of
 * several cores, all determined by a seed. Whatever the order, no tuple is lost, duplicated or
 * overtaken, and each message is acked or failed as its tuples were.
 */
@Tag("more")
class InterleavingPropertyTest {
    private static final int MESSAGES_PER_TASK = 40;
    private static final int SPOUT_TASKS = 2;

    /** Records what the bolts receive; held by the test, written by the lambdas of the bolts. */
    private static final class Journal {
        final Map<String, Long> lastSequence = new HashMap<>();
        final List<String> disorders = new ArrayList<>();
        final Map<Integer, Long> sequenceOfTask = new HashMap<>();
        final Set<String> failedMessages = new TreeSet<>();
        final List<String> events = new ArrayList<>();
        long sent;
        long received;

        /** Returns the next sequence number of a source task, over all its streams. */
        long next(int task) {
            return sequenceOfTask.merge(task, 1L, Long::sum);
        }

        void received(Tuple tuple, int byTask) {
            received++;
            long sequence = tuple.getLongByField("sequence");
            String path = tuple.getSourceTask() + ">" + byTask;
            Long before = lastSequence.put(path, sequence);
            if (before != null && before >= sequence) {
                disorders.add(path + ": " + sequence + " after " + before);
            }
            events.add(path + " " + tuple.getSourceStreamId() + " " + sequence);
        }
    }

    /** Emits a tuple with the messages that it belongs to, and counts the copies. */
    private static void send(
            Journal journal,
            ScriptedBolt bolt,
            org.apache.storm.task.OutputCollector out,
            String stream,
            Collection<Tuple> anchors,
            int key) {
        List<String> messages = new ArrayList<>();
        for (Tuple anchor : anchors) {
            messages.addAll(messages(anchor));
        }
        long sequence = journal.next(bolt.context.getThisTaskId());
        int copies = out.emit(stream, anchors, new Values(messages, key, sequence)).size();
        journal.sent += copies; // a separate statement, as receivers may count during the emit
    }

    @SuppressWarnings("unchecked") // as send emits it
    private static List<String> messages(Tuple tuple) {
        return (List<String>) tuple.getValueByField("messages");
    }

    private static ScriptedSpout spout(Shared<Journal> journal, int burst) {
        return new ScriptedSpout(
                (out, spout) -> {
                    for (int i = 0; i < burst; i++) {
                        int number = 1 + spout.emitted;
                        if (number > MESSAGES_PER_TASK) {
                            return;
                        }
                        spout.emitted = number;
                        int task = spout.context.getThisTaskId();
                        String id = task + ":" + number;
                        Values values = new Values(List.of(id), number, journal.get().next(task));
                        int copies = out.emit(values, id).size();
                        journal.get().sent += copies;
                    }
                },
                "messages",
                "key",
                "sequence");
    }

    /** Emits a few tuples per input, on two streams; acks late, at the next tuple or tick. */
    private static ScriptedBolt fan(Shared<Journal> journal) {
        return new ScriptedBolt(
                        (tuple, out, bolt) -> {
                            Tuple held = (Tuple) bolt.state.remove("held");
                            if (held != null) {
                                out.ack(held);
                            }
                            if (tuple.getSourceStreamId().equals("__tick")) {
                                return;
                            }
                            Journal log = journal.get();
                            log.received(tuple, bolt.context.getThisTaskId());
                            int key = tuple.getIntegerByField("key");
                            for (int i = 0; i < key % 4; i++) {
                                send(log, bolt, out, "default", List.of(tuple), key + i);
                                send(log, bolt, out, "side", List.of(tuple), key - i);
                            }
                            bolt.state.put("held", tuple);
                        })
                .declaring("default", "messages", "key", "sequence")
                .declaring("side", "messages", "key", "sequence")
                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    /**
     * Anchors its output to the current tuple and the one before, and acks the latter only then.
     */
    private static ScriptedBolt join(Shared<Journal> journal) {
        return new ScriptedBolt(
                        (tuple, out, bolt) -> {
                            Tuple before = (Tuple) bolt.state.remove("before");
                            boolean tick = tuple.getSourceStreamId().equals("__tick");
                            if (!tick) {
                                Journal log = journal.get();
                                log.received(tuple, bolt.context.getThisTaskId());
                                int key = tuple.getIntegerByField("key");
                                List<Tuple> anchors =
                                        before == null
                                                ? List.of(tuple)
                                                : Arrays.asList(before, tuple);
                                send(log, bolt, out, "default", anchors, key);
                                bolt.state.put("before", tuple);
                            }
                            if (before != null) {
                                out.ack(before);
                            }
                        })
                .declaring("default", "messages", "key", "sequence")
                .with(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    /** Sends tuples through a cycle a few times. */
    private static ScriptedBolt loop(Shared<Journal> journal) {
        return new ScriptedBolt(
                        (tuple, out, bolt) -> {
                            Journal log = journal.get();
                            log.received(tuple, bolt.context.getThisTaskId());
                            int key = tuple.getIntegerByField("key");
                            if (key > 0) {
                                send(log, bolt, out, "default", List.of(tuple), key / 2);
                            }
                            out.ack(tuple);
                        })
                .declaring("default", "messages", "key", "sequence");
    }

    /** Fails some tuples, and records which messages must fail for that. */
    private static ScriptedBolt judge(Shared<Journal> journal) {
        return new ScriptedBolt(
                (tuple, out, bolt) -> {
                    Journal log = journal.get();
                    log.received(tuple, bolt.context.getThisTaskId());
                    if (tuple.getIntegerByField("key") % 13 == 5 && bolt.count("judged") % 2 == 0) {
                        log.failedMessages.addAll(messages(tuple));
                        out.fail(tuple);
                    } else {
                        out.ack(tuple);
                    }
                });
    }

    private record Outcome(Journal journal, List<Integer> spoutTasks, List<String> spoutEvents) {}

    private static Outcome run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Shared<Journal> journal = new Shared<>(new Journal());
        int cores = 1 + random.nextInt(4);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "spout", placed(random, spout(journal, 1 + random.nextInt(5))), SPOUT_TASKS);
        builder.setBolt("fan", placed(random, fan(journal)), 1 + random.nextInt(3))
                .setNumTasks(3)
                .shuffleGrouping("spout");
        builder.setBolt("join", placed(random, join(journal)), 1 + random.nextInt(3))
                .fieldsGrouping("fan", new Fields("key"));
        builder.setBolt("there", placed(random, loop(journal)), 1 + random.nextInt(2))
                .localOrShuffleGrouping("fan", "side")
                .fieldsGrouping("back", new Fields("key"));
        builder.setBolt("back", placed(random, loop(journal)), 1 + random.nextInt(2))
                .shuffleGrouping("there");
        builder.setBolt("judge", placed(random, judge(journal)), 2)
                .shuffleGrouping("join")
                .allGrouping("back")
                .noneGrouping("fan", "side");
        List<Object> conf =
                new ArrayList<>(
                        List.of(
                                "eyewall.cores",
                                cores,
                                "eyewall.batch.size",
                                1 + random.nextInt(4),
                                "eyewall.link.batches",
                                2 + random.nextInt(3),
                                "eyewall.mailbox.capacity",
                                2 + random.nextInt(15),
                                "eyewall.direct.depth",
                                new int[] {0, 1, 3, 32}[random.nextInt(4)],
                                "eyewall.spout.calls",
                                1 + random.nextInt(8),
                                Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                                1_000));
        if (random.nextBoolean()) {
            conf.addAll(List.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 1 + random.nextInt(20)));
        }
        try (SteppedTopology run =
                SteppedTopology.startSeeded(builder, random.nextLong(), conf.toArray())) {
            run.advance(Duration.ofSeconds(100)); // each tick advances the pending messages
            List<String> spoutEvents = new ArrayList<>();
            for (int i = 0; i < SPOUT_TASKS; i++) {
                spoutEvents.addAll(((ScriptedSpout) run.object("spout", i)).events);
            }
            assertThat(run.topology.failure()).isEmpty();
            assertThat(run.topology.isQuiet()).isTrue();
            return new Outcome(
                    journal.get(), run.topology.plan().component("spout").taskIds(), spoutEvents);
        }
    }

    private static ScriptedBolt placed(SplittableRandom random, ScriptedBolt bolt) {
        return random.nextBoolean() ? bolt : bolt.with("eyewall.core", random.nextInt(4));
    }

    private static ScriptedSpout placed(SplittableRandom random, ScriptedSpout spout) {
        return random.nextBoolean() ? spout : spout.with("eyewall.core", random.nextInt(4));
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void losesDuplicatesAndReordersNothingAndCompletesMessagesCorrectly(@ForAll long seed) {
        Outcome outcome = run(seed);
        Journal journal = outcome.journal();
        assertThat(journal.disorders).isEmpty();
        assertThat(journal.received).isEqualTo(journal.sent);
        Set<String> expected = new HashSet<>();
        for (int number = 1; number <= MESSAGES_PER_TASK; number++) {
            for (int task : outcome.spoutTasks()) {
                String id = task + ":" + number;
                expected.add((journal.failedMessages.contains(id) ? "fail " : "ack ") + id);
            }
        }
        assertThat(outcome.spoutEvents()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Property(tries = 8, edgeCases = EdgeCasesMode.NONE)
    void repeatsARunBySeed(@ForAll long seed) {
        Outcome once = run(seed);
        Outcome again = run(seed);
        assertThat(again.journal().events).isEqualTo(once.journal().events);
        assertThat(again.spoutEvents()).isEqualTo(once.spoutEvents());
    }
}
