package io.eyewall.model.paper;

/**
 * The paper's errors, each of which is either corrected or kept as printed, so that the paper's own
 * results can be reproduced.
 *
 * @param correctsAlphaRemote {@code alpha_remote = 1 - alpha_intra_node}. The paper prints {@code 1
 *     - alpha_node}, by which {@code <1,1,1,1>}, one process on one node, would send everything
 *     over the network, and the three fractions would not add up to 1
 * @param weightsEdgesByRate edges are weighted by the tuples that they carry. The paper pools edges
 *     by their number of pairs of instances, so that an idle edge between parallel components
 *     outweighs a busy one between single ones
 * @param countsExternalByProbability a tuple is serialised with the probability that its receiver
 *     is in another process. The paper has a boolean, 1 as soon as there is one such receiver, so
 *     that each tuple would be serialised, even a tuple for the same process
 */
public record Errata(
        boolean correctsAlphaRemote,
        boolean weightsEdgesByRate,
        boolean countsExternalByProbability) {
    /** The formulas as they are printed. */
    public static final Errata AS_PRINTED = new Errata(false, false, false);

    /** The corrected formulas. */
    public static final Errata CORRECTED = new Errata(true, true, true);
}
