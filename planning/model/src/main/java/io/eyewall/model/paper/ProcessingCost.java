package io.eyewall.model.paper;

import java.util.List;

/** Processor time of spouts and bolts (section 4), in any unit of time, per second. */
public final class ProcessingCost {
    private ProcessingCost() {}

    /**
     * Tuples of one type that a component emits.
     *
     * @param tuplesPerSec number of tuples per second
     * @param groupingCosts for each destination bolt: the time to choose its task
     * @param external the probability that a tuple leaves the process
     * @param serialize the time to serialise one tuple
     */
    public record Emitted(
            double tuplesPerSec, List<Double> groupingCosts, double external, double serialize) {
        public Emitted {
            groupingCosts = List.copyOf(groupingCosts);
            checkProbability(external);
        }

        /** {@code outputCost_t = sum_i groupingCost_i + hasExternalTask * CPUSerialize}. */
        double cost(Errata errata) {
            double grouping = groupingCosts.stream().mapToDouble(Double::doubleValue).sum();
            return grouping + serializationFactor(external, errata) * serialize;
        }
    }

    /**
     * Tuples of one type that a spout creates.
     *
     * @param read {@code CPURead} of one tuple
     * @param transform {@code CPUTransform} of one tuple
     * @param emitted the cost of emitting them
     */
    public record Created(double read, double transform, Emitted emitted) {}

    /**
     * Tuples of one type that a bolt receives.
     *
     * @param tuplesPerSec number of tuples per second
     * @param read {@code CPURead}, without deserialisation
     * @param execute {@code CPUExecute}
     * @param external the probability that a tuple comes from another process
     * @param deserialize the time to deserialise one tuple
     * @param emitted the tuples that the bolt emits for them, by type, as rates. The sum over
     *     output types is nested in the sum over input types; the paper prints the two side by side
     */
    public record Received(
            double tuplesPerSec,
            double read,
            double execute,
            double external,
            double deserialize,
            List<Emitted> emitted) {
        public Received {
            emitted = List.copyOf(emitted);
            checkProbability(external);
        }
    }

    /** {@code S.CPUCost = sum_t numTuples_t (inputCost_t + outputCost_t)}. */
    public static double ofSpout(List<Created> types, Errata errata) {
        return types.stream()
                .mapToDouble(
                        t ->
                                t.emitted().tuplesPerSec()
                                        * (t.read() + t.transform() + t.emitted().cost(errata)))
                .sum();
    }

    /**
     * {@code B.CPUCost = sum_t (numInputTuples_t inputCost_t + sum_t' numOutputTuples_tt' ...)}.
     */
    public static double ofBolt(List<Received> types, Errata errata) {
        double cost = 0;
        for (Received type : types) {
            double input =
                    type.read()
                            + type.execute()
                            + serializationFactor(type.external(), errata) * type.deserialize();
            cost += type.tuplesPerSec() * input;
            for (Emitted output : type.emitted()) {
                cost += output.tuplesPerSec() * output.cost(errata);
            }
        }
        return cost;
    }

    /** {@code T.CPUCost}: all spouts and all bolts. */
    public static double ofTopology(
            List<List<Created>> spouts, List<List<Received>> bolts, Errata errata) {
        return spouts.stream().mapToDouble(s -> ofSpout(s, errata)).sum()
                + bolts.stream().mapToDouble(b -> ofBolt(b, errata)).sum();
    }

    /** Returns the share of tuples that is serialised: by the paper all of them if any leaves. */
    private static double serializationFactor(double external, Errata errata) {
        return errata.countsExternalByProbability() ? external : Math.ceil(external);
    }

    private static void checkProbability(double external) {
        if (!(external >= 0 && external <= 1)) {
            throw new IllegalArgumentException(
                    "external must be a probability, from 0 to 1, not " + external);
        }
    }
}
