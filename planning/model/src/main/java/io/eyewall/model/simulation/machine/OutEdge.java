package io.eyewall.model.simulation.machine;

import io.eyewall.model.simulation.event.SkewedKeys;
import io.eyewall.model.simulation.spec.InputSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stream from one executor to the tasks of one component, with its traffic since the last
 * measurement.
 */
final class OutEdge {
    final SimExecutor[] targets;
    final InputSpec.Grouping grouping;
    final double perTuple;
    final double bytesPerTuple;
    final @Nullable SkewedKeys keys;
    final long[] tuples;

    /** The fraction of a tuple that is owed: 0.5 per input gives a tuple for every other input. */
    double remainder;

    /** Index of the target that is next in turn. */
    int turn;

    /** For load-aware shuffle: the targets to choose among at present, and until when. */
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

    /** Returns the number of tuples to send for {@code inputs} tuples that the sender has taken. */
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
