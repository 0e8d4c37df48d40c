package io.eyewall.model.paper;

import java.util.List;

/**
 * Fractions of tuples by how far they go (section 3.2).
 *
 * @param local within one process
 * @param node between processes of one node
 * @param remote between nodes
 */
public record Alphas(double local, double node, double remote) {
    /**
     * {@code alpha_local = sum_d sum_p A_emitter(p,d) A_receiver(p,d) / sum_d A_emitter(d)
     * A_receiver(d)}, {@code alpha_intra_node} the same over nodes, {@code alpha_node =
     * alpha_intra_node - alpha_local}.
     *
     * @throws IllegalArgumentException without edges, or where they carry nothing but should count
     *     by what they carry
     */
    public static Alphas of(List<Edge> edges, Errata errata) {
        double localPairs = 0;
        double intraPairs = 0;
        double all = 0;
        for (Edge edge : edges) {
            double weight = errata.edgesByRate() ? edge.tuplesPerSec() / edge.pairs() : 1;
            localPairs += weight * edge.allocation().pairsInProcesses(edge.from(), edge.to());
            intraPairs += weight * edge.allocation().pairsOnNodes(edge.from(), edge.to());
            all += weight * edge.pairs();
        }
        if (!(all > 0)) {
            throw new IllegalArgumentException("alphas: no edge carries a tuple");
        }
        double local = localPairs / all;
        double intra = intraPairs / all;
        double node = intra - local;
        return new Alphas(local, node, errata.remoteIsNotIntra() ? 1 - intra : 1 - node);
    }

    /** The probability that a tuple leaves its process, which is when it is serialised. */
    public double external() {
        return 1 - local;
    }

    /**
     * {@code IOTransfer}: processor time to send one tuple.
     *
     * @param gammas by the same three distances, in the unit of the result
     */
    public double ioTransfer(Gammas gammas) {
        return local * gammas.local() + node * gammas.node() + remote * gammas.remote();
    }

    /**
     * The paper's Gammas: processor time to send a tuple so far. Serialisation may be in here or in
     * {@link ProcessingCost}, not in both: the paper has it in both.
     */
    public record Gammas(double local, double node, double remote) {}
}
