package io.eyewall.model.paper;

import java.util.List;

/** Bytes per second that spouts and bolts emit (section 3.1). */
public final class DataSize {
    private DataSize() {}

    /**
     * The tuples of one type.
     *
     * @param tuplesPerSec number of tuples per second
     * @param bytes size of one tuple
     */
    public record Flow(double tuplesPerSec, double bytes) {}

    /**
     * The output of a bolt for tuples of one input type.
     *
     * @param inputsPerSec tuples per second from all senders: {@code sum_d E_d.numTuples_t}
     * @param outputs the output types. The paper calls selectivity "the ratio between the number of
     *     input tuples and of new output tuples"; its formulas, like the ones here, multiply by
     *     outputs per input
     */
    public record Input(double inputsPerSec, List<Output> outputs) {
        public Input {
            outputs = List.copyOf(outputs);
        }
    }

    /** One type of output: {@code selectivity_{t,t'}} and {@code tupleSize_{t'}}. */
    public record Output(double selectivity, double bytes) {}

    /** Returns {@code S.dataSize = sum_t numTuples_t * tupleSize_t}. */
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

    /** Returns {@code T.dataSize}, the sum over all spouts and bolts. */
    public static double ofTopology(List<List<Flow>> spouts, List<List<Input>> bolts) {
        return spouts.stream().mapToDouble(DataSize::ofSpout).sum()
                + bolts.stream().mapToDouble(DataSize::ofBolt).sum();
    }
}
