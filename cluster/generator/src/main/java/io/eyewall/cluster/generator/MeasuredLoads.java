package io.eyewall.cluster.generator;

import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.NodeLoad;
import io.eyewall.cluster.load.Staleness;
import io.eyewall.placement.load.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Adapts a {@link LoadBook} to the generator. For the generator's thread; other threads may fill
 * the book meanwhile.
 */
public final class MeasuredLoads implements LoadSource {
    /**
     * Age from which measurements are dropped if Nimbus does not report their topology or node.
     * Nimbus may leave out a topology for a moment, or not know it yet.
     */
    private static final long MAX_UNKNOWN_AGE_MS = 600_000;

    private final LoadBook book;
    private final Supplier<Optional<String>> storeProblem;

    /** Reads a book that is kept in memory only. */
    public MeasuredLoads(LoadBook book) {
        this(book, Optional::empty);
    }

    /**
     * Reads a book that is stored on disk.
     *
     * @param storeProblem returns why the book cannot be stored at the moment; called by the
     *     generator's thread
     */
    public MeasuredLoads(LoadBook book, Supplier<Optional<String>> storeProblem) {
        this.book = book;
        this.storeProblem = storeProblem;
    }

    @Override
    public Snapshot snapshot(Collection<String> topologyIds) {
        return book.snapshot(topologyIds);
    }

    @Override
    public Map<String, Double> nodeCores() {
        Map<String, Double> cores = new HashMap<>();
        book.nodeCores().forEach((node, load) -> cores.put(node, load.hostCores()));
        return cores;
    }

    @Override
    public Map<String, Double> workerCores(Collection<String> topologyIds) {
        return book.workerCores(topologyIds);
    }

    @Override
    public Optional<String> gap(String topologyId) {
        Staleness staleness = book.staleness(topologyId);
        if (staleness.silent().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "%d of %d executors have not reported lately, such as %s; the last report is %d s old"
                        .formatted(
                                staleness.silent().size(),
                                staleness.executors(),
                                staleness.silent().get(0),
                                staleness.newestAgeMs() / 1000));
    }

    @Override
    public Optional<String> problem() {
        return storeProblem.get().map(why -> "loads are kept in memory only: " + why);
    }

    @Override
    public void inUse(Set<String> topologyIds, Set<String> nodeIds) {
        Set<String> topologies = new HashSet<>(topologyIds);
        for (String id : book.topologies()) {
            if (book.staleness(id).newestAgeMs() < MAX_UNKNOWN_AGE_MS) {
                topologies.add(id);
            }
        }
        Set<String> nodes = new HashSet<>(nodeIds);
        for (Map.Entry<String, NodeLoad> node : book.nodeCores().entrySet()) {
            if (node.getValue().ageMs() < MAX_UNKNOWN_AGE_MS) {
                nodes.add(node.getKey());
            }
        }
        book.retain(topologies, nodes);
    }
}
