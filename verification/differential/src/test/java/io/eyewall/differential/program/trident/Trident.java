package io.eyewall.differential.program.trident;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.ReportedFailedException;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFilter;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Building blocks of programs about Trident. */
final class Trident {
    private Trident() {}

    /** The series of {@link Noting} in programs that need only one. */
    static final String OUT = "out";

    /** Returns a program whose source file is under {@code trident/}. */
    static Program program(String name, String shows, String source, Program.Body body) {
        return Program.of("trident-" + name, shows, "trident/" + source, body);
    }

    /** Returns a spout with batches of {@code batchSize} rows, followed by empty batches. */
    @SuppressWarnings("unchecked") // an array of lists
    static FixedBatchSpout rows(int batchSize, Fields fields, Values... rows) {
        return new FixedBatchSpout(fields, batchSize, rows);
    }

    /** Returns a spout with the numbers from 1 in one column {@code n}, in batches. */
    static FixedBatchSpout numbers(int batchSize, int count) {
        Values[] rows = new Values[count];
        for (int i = 0; i < count; i++) {
            rows[i] = new Values(i + 1);
        }
        return rows(batchSize, new Fields("n"), rows);
    }

    /** Returns a spout with sentences in one column, one per batch. */
    static FixedBatchSpout sentences(String... sentences) {
        Values[] rows = new Values[sentences.length];
        for (int i = 0; i < sentences.length; i++) {
            rows[i] = new Values(sentences[i]);
        }
        return rows(1, new Fields("sentence"), rows);
    }

    static RunningTopology submit(Stage stage, TridentTopology topology) throws Exception {
        return submit(stage, topology, stage.conf());
    }

    static RunningTopology submit(Stage stage, TridentTopology topology, Config conf)
            throws Exception {
        return stage.submitAs(stage.name(), topology.build(), conf);
    }

    /**
     * Submits a topology, waits for {@code notes} notes in {@link #OUT}, and records them in order.
     */
    static void observe(Stage stage, TridentTopology topology, int notes) throws Exception {
        submit(stage, topology);
        stage.await(OUT, notes);
        // Empty batches follow, which may add notes.
        stage.fact(OUT, stage.probe().notes(OUT).subList(0, notes));
    }

    /** Does the same as {@link #observe} for notes without an order, which it sorts. */
    static void observeSorted(Stage stage, TridentTopology topology, int notes) throws Exception {
        submit(stage, topology);
        stage.await(OUT, notes);
        stage.fact(OUT, stage.sorted(OUT));
    }

    /** Lets all tuples pass and notes their values. */
    static final class Noting extends BaseFilter {
        private static final long serialVersionUID = 1;

        private final String series;
        private transient Probe probe;

        Noting() {
            this(OUT);
        }

        Noting(String series) {
            this.series = series;
        }

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            probe = Probe.of(conf);
        }

        @Override
        public boolean isKeep(TridentTuple tuple) {
            probe.note(series, new ArrayList<>(tuple.getValues()));
            return true;
        }
    }

    /** Fails the first {@code times} batches in which a value occurs. */
    static final class Failing extends BaseFilter {
        private static final long serialVersionUID = 1;

        private final Object value;
        private final int times;
        private final boolean reported;
        private transient Probe probe;

        Failing(Object value, int times, boolean reported) {
            this.value = value;
            this.times = times;
            this.reported = reported;
        }

        static Failing once(Object value) {
            return new Failing(value, 1, false);
        }

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {
            probe = Probe.of(conf);
        }

        @Override
        public boolean isKeep(TridentTuple tuple) {
            String series = "failures of " + value;
            if (value.equals(tuple.getValue(0)) && probe.count(series) < times) {
                probe.note(series, value);
                String message = "not now: " + value;
                throw reported
                        ? new ReportedFailedException(message)
                        : new FailedException(message);
            }
            return true;
        }
    }
}
