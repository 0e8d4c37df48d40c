package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.SkewedKeys;
import io.eyewall.model.simulation.spec.InputSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stream from one executor to the tasks of one component, and what went over it since the last
 * measurement.
 */
final class OutEdge {
    final SimExecutor[] targets;
    final InputSpec.Grouping grouping;
    final double perTuple;
    final double bytesPerTuple;
    final @Nullable SkewedKeys keys;
    final long[] tuples;

    /** Tuples that are less than one yet: 0.5 per tuple is one every other time. */
    double remainder;

    /** Whose turn it is. */
    int turn;

    /** Of load-aware shuffle: among whom it chooses at present, and until when. */
    final Scope scope = new Scope();

    OutEdge(
            SimExecutor[] targets,
            InputSpec.Grouping grouping,
            double perTuple,
            double bytesPerTuple,
            @Nullable SkewedKeys keys,
            int turn) {
        this.targets = targets;
        this.grouping = grouping;
        this.perTuple = perTuple;
        this.bytesPerTuple = bytesPerTuple;
        this.keys = keys;
        this.tuples = new long[targets.length];
        this.turn = turn;
    }

    /** What it sends for so many tuples that its sender has taken. */
    int outputs(int inputs) {
        double exact = perTuple * inputs + remainder;
        int whole = (int) exact;
        remainder = exact - whole;
        return whole;
    }

    void clearCounts() {
        Arrays.fill(tuples, 0);
    }
}
