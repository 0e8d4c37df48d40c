package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.Stage;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.punctuation.FinalMarker;
import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Programs about the markers of our toolkit, which uses only Storm's API: windows and the end of
 * the input.
 */
public final class PunctuationPrograms {
    private static final int SPOUTS = 2;
    private static final int COUNT = 200;
    private static final int PER_WINDOW = 20;
    private static final int KEYS = 3;
    private static final int WINDOWS = COUNT / PER_WINDOW * KEYS;

    private PunctuationPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "toolkit-markers",
                        "Window markers stay at their place behind several tasks and groupings.",
                        "task/OutputCollector.java",
                        PunctuationPrograms::windows),
                Program.of(
                        "toolkit-markers-replayed",
                        "A spout whose tuples fail after its end is drained when all were acked.",
                        "task/OutputCollector.java",
                        PunctuationPrograms::replayed),
                Program.of(
                        "toolkit-fold-replayed",
                        "What was made of a window comes again, whole, when it has failed.",
                        "task/OutputCollector.java",
                        PunctuationPrograms::folded));
    }

    private static void windows(Stage stage) throws Exception {
        submit(stage, false);
        stage.await("window", WINDOWS);
        stage.await("drained", SPOUTS);
        stage.fact(
                "windows",
                stage.probe().notes("window").stream().map(Object::toString).sorted().toList());
        stage.fact("ended", new TreeSet<>(stage.probe().notes("ended")).size());
    }

    private static void replayed(Stage stage) throws Exception {
        submit(stage, true);
        stage.await("drained", SPOUTS);
        Set<Object> values = new TreeSet<>();
        stage.probe().notes("window").forEach(window -> values.addAll((List<?>) window));
        stage.fact("values", values.size());
        stage.fact("ended", new TreeSet<>(stage.probe().notes("ended")).size());
    }

    private static void folded(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        FlowBuilder flows = new FlowBuilder(builder);
        flows.<Integer>source("numbers", new Numbers(), SPOUTS, tuple -> tuple.getInteger(0))
                .keyBy(number -> number % KEYS)
                .tasks(2)
                .fold("windows", new OfWindow(), false)
                .tasks(2)
                .to("sink", new Sink(true));
        stage.submit(builder);
        stage.await("drained", SPOUTS);
        stage.fact(
                "windows",
                stage.probe().notes("window").stream()
                        .map(Object::toString)
                        .distinct()
                        .sorted()
                        .toList());
    }

    /** Collects the numbers of a window. */
    private static final class OfWindow implements Fold<Integer, List<Integer>, List<Integer>> {
        @Override
        public long until(Integer number) {
            return number % COUNT / PER_WINDOW + 1L;
        }

        @Override
        public List<Integer> start(Integer first) {
            return new ArrayList<>();
        }

        @Override
        public void add(List<Integer> group, Integer number) {
            group.add(number);
        }

        @Override
        public void result(List<Integer> group, EachBolt.Out<List<Integer>> out) {
            out.accept(group);
        }
    }

    private static void submit(Stage stage, boolean fails) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        FlowBuilder flows = new FlowBuilder(builder);
        flows.<Integer>source("numbers", new Numbers(), SPOUTS, tuple -> tuple.getInteger(0))
                .tasks(3)
                .map("same", number -> number)
                .keyBy(number -> number % KEYS)
                .tasks(2)
                .window(WindowSpec.tumbling(Bound.punctuation()))
                .<List<Integer>>evaluate("windows", (key, values, out) -> out.accept(values))
                .tasks(2)
                .to("sink", new Sink(fails));
        stage.submit(builder);
    }

    /** Ends a window after each 20 numbers; emits failed numbers again. */
    private static final class Numbers extends BaseRichSpout {
        private SpoutOutputCollector collector;
        private Probe probe;
        private FinalMarker end;
        private Queue<Integer> failed;
        private Set<Object> pending;
        private int first;
        private int emitted;
        private boolean told;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            probe = Probe.of(conf);
            end = new FinalMarker(context, output);
            failed = new ArrayDeque<>();
            pending = new HashSet<>();
            first = context.getThisTaskIndex() * COUNT;
        }

        @Override
        public void nextTuple() {
            Integer again = failed.poll();
            if (again != null) {
                emit(again);
            } else if (emitted < COUNT) {
                emit(first + emitted++);
                if (emitted % PER_WINDOW == 0) {
                    Punctuation.endWindow(collector, emitted / PER_WINDOW);
                }
            } else {
                end.onNothingLeft();
            }
        }

        private void emit(int number) {
            pending.add(number);
            end.onEmit();
            end.setPending(pending.size());
            collector.emit(new Values(number), number);
        }

        @Override
        public void ack(Object id) {
            if (!end.handlesAck(id)) {
                pending.remove(id);
                end.setPending(pending.size());
            }
            if (end.isDrained() && !told) {
                told = true;
                probe.note("drained", first);
            }
        }

        @Override
        public void fail(Object id) {
            if (!end.handlesFail(id)) {
                failed.add((Integer) id);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
            Punctuation.declare(declarer);
        }
    }

    /** On request, fails each second window the first time. */
    private static final class Sink extends PunctuatedBolt {
        private final boolean fails;
        private Probe probe;
        private int task;
        private Set<List<Integer>> seen;

        Sink(boolean fails) {
            this.fails = fails;
        }

        @Override
        protected void prepare(TopologyContext context, Map<String, Object> conf) {
            probe = Probe.of(conf);
            task = context.getThisTaskIndex();
            seen = new HashSet<>();
        }

        @Override
        @SuppressWarnings("unchecked") // the flow's type
        protected void onTuple(Tuple tuple) {
            List<Integer> window = ((List<Integer>) tuple.getValue(0)).stream().sorted().toList();
            if (fails && window.get(0) % 2 == 0 && seen.add(window.subList(0, 1))) {
                collector().fail(tuple);
            } else {
                probe.note("window", window);
                collector().ack(tuple);
            }
        }

        @Override
        protected void onFinal() {
            probe.note("ended", task);
        }

        @Override
        protected void declareStreams(OutputFieldsDeclarer declarer) {
            // it emits nothing
        }
    }
}
