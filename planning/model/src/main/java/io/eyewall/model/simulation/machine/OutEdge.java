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
    final double tuplesPerInput;
    final double bytesPerTuple;

    /** The keys of fields grouping; null for other groupings. */
    final @Nullable SkewedKeys keys;

    /** By target: number of tuples sent since the last measurement. */
    final long[] tuples;

    /** The part of a tuple that is owed: at 0.5 tuples per input, every second input emits one. */
    double remainder;

    /** Index of the target that was chosen last, for groupings that choose targets in turn. */
    int lastTarget;

    /** For load-aware shuffle: the targets among which it chooses at present. */
    final ShuffleScope scope = new ShuffleScope();

    OutEdge(
            SimExecutor[] targets,
            InputSpec.Grouping grouping,
            double tuplesPerInput,
            double bytesPerTuple,
            @Nullable SkewedKeys keys,
            int lastTarget) {
        this.targets = targets;
        this.grouping = grouping;
        this.tuplesPerInput = tuplesPerInput;
        this.bytesPerTuple = bytesPerTuple;
        this.keys = keys;
        this.tuples = new long[targets.length];
        this.lastTarget = lastTarget;
    }

    /**
     * Returns the number of tuples to send for {@code inputs} tuples that the sender processes;
     * carries the fraction of a tuple over to the next call.
     */
    int takeOutputs(int inputs) {
        double exact = tuplesPerInput * inputs + remainder;
        int complete = (int) exact;
        remainder = exact - complete;
        return complete;
    }

    void clearCounts() {
        Arrays.fill(tuples, 0);
    }
}
