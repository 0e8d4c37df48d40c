package io.eyewall.model.paper;

import java.util.List;

/** Bytes per second that spouts and bolts emit (section 3.1). */
public final class DataSize {
    private DataSize() {}

    /**
     * Tuples of one type.
     *
     * @param tuplesPerSec how many
     * @param bytes size of each
     */
    public record Flow(double tuplesPerSec, double bytes) {}

    /**
     * The output of a bolt for tuples of one input type.
     *
     * @param inputsPerSec from all senders together: {@code sum_d E_d.numTuples_t}
     * @param outputs for each output type: tuples per input, and their size. The paper calls
     *     selectivity "the ratio between the number of input tuples and of new output tuples"; its
     *     formulas multiply by outputs per input, and so do these
     */
    public record Input(double inputsPerSec, List<Output> outputs) {
        public Input {
            outputs = List.copyOf(outputs);
        }
    }

    /** One type of output: {@code selectivity_{t,t'}} and {@code tupleSize_{t'}}. */
    public record Output(double selectivity, double bytes) {}

    /** {@code S.dataSize = sum_t numTuples_t * tupleSize_t}. */
    public static double ofSpout(List<Flow> flows) {
        return flows.stream().mapToDouble(f -> f.tuplesPerSec() * f.bytes()).sum();
    }

    /**
     * {@code B.dataSize = sum_t sum_d E_d.numTuples_t * sum_t' selectivity_{t,t'} tupleSize_t'}.
     */
    public static double ofBolt(List<Input> inputs) {
        double bytes = 0;
        for (Input input : inputs) {
            for (Output output : input.outputs()) {
                bytes += input.inputsPerSec() * output.selectivity() * output.bytes();
            }
        }
        return bytes;
    }

    /** {@code T.dataSize}: all spouts and all bolts. */
    public static double ofTopology(List<List<Flow>> spouts, List<List<Input>> bolts) {
        return spouts.stream().mapToDouble(DataSize::ofSpout).sum()
                + bolts.stream().mapToDouble(DataSize::ofBolt).sum();
    }
}
