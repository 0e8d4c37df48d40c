package io.eyewall.model.paper;

import java.util.List;

/**
 * The fractions of tuples that are sent within a process, within a node, and between nodes (section
 * 3.2 of the paper that this package is about; d is a data stream, p a process, A the number of a
 * component's tasks).
 *
 * @param local within one process
 * @param node between processes of one node
 * @param remote between nodes
 */
public record Alphas(double local, double node, double remote) {
    /**
     * Computes the fractions: {@code alpha_local = sum_d sum_p A_emitter(p,d) A_receiver(p,d) /
     * sum_d A_emitter(d) A_receiver(d)}, {@code alpha_intra_node} the same over nodes, {@code
     * alpha_node = alpha_intra_node - alpha_local}.
     *
     * @throws IllegalArgumentException if there are no edges, or if edges are weighted by their
     *     tuples and carry none
     */
    public static Alphas of(List<Edge> edges, Errata errata) {
        double localPairs = 0;
        double nodePairs = 0;
        double allPairs = 0;
        for (Edge edge : edges) {
            double weight = errata.weightsEdgesByRate() ? edge.tuplesPerSec() / edge.pairs() : 1;
            localPairs += weight * edge.allocation().pairsInProcesses(edge.from(), edge.to());
            nodePairs += weight * edge.allocation().pairsOnNodes(edge.from(), edge.to());
            allPairs += weight * edge.pairs();
        }
        if (!(allPairs > 0)) {
            throw new IllegalArgumentException("alphas: no edge carries a tuple");
        }
        double local = localPairs / allPairs;
        double intraNode = nodePairs / allPairs;
        double node = intraNode - local;
        return new Alphas(local, node, errata.correctsAlphaRemote() ? 1 - intraNode : 1 - node);
    }

    /** Returns the probability that a tuple leaves its process, and so is serialised. */
    public double external() {
        return 1 - local;
    }

    /**
     * Returns {@code IOTransfer}, the processor time to send one tuple.
     *
     * @param gammas the processor time to send a tuple over each of the three distances, in the
     *     unit of the result
     */
    public double ioTransfer(Gammas gammas) {
        return local * gammas.local() + node * gammas.node() + remote * gammas.remote();
    }

    /**
     * The paper's Gammas: processor time to send a tuple over each distance. Serialisation must be
     * counted either here or in {@link ProcessingCost}; the paper counts it in both.
     */
    public record Gammas(double local, double node, double remote) {}
}
