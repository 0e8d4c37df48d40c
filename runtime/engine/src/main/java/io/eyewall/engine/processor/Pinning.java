package io.eyewall.engine.processor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the owner thread of each core on one processor. A thread that has taken over a core is
 * pinned at the next {@link #updatePins}. Threads and processes inherit the processors of the
 * thread that starts them; threads and processes that user code has started from a core therefore
 * get back all processors of this process.
 *
 * <p>For the monitor's thread, once per second.
 */
public final class Pinning {
    private static final Logger LOG = LoggerFactory.getLogger(Pinning.class);
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final List<Core> cores;
    private final List<Processor> processors;
    private final ProcessorMap processorMap;

    /** The processors that this process may use. */
    private final List<Integer> allowed;

    private final Affinity affinity;

    /** The pinned thread of each core, by its kernel id. */
    private final Map<Core, Long> pinned = new HashMap<>();

    /** The kernel ids of threads and processes that have been checked for an inherited pin. */
    private final Set<Long> checkedIds = new HashSet<>();

    private boolean stopped;

    Pinning(
            List<Core> cores,
            List<Processor> processors,
            ProcessorMap processorMap,
            List<Integer> allowed,
            Affinity affinity) {
        this.cores = cores;
        this.processors = processors;
        this.processorMap = processorMap;
        this.allowed = allowed;
        this.affinity = affinity;
    }

    /**
     * Chooses processors for an engine's cores. If the cores can't be pinned, logs the reason and
     * returns nothing.
     */
    public static Optional<Pinning> create(List<Core> cores) {
        return create(cores, Path.of("/sys"), new Taskset());
    }

    static Optional<Pinning> create(List<Core> cores, Path sys, Affinity affinity) {
        // The main thread is never pinned: it may use all processors that the process may use.
        List<Integer> allowed = affinity.allowedProcessors(OWN_PID);
        String list = allowed.stream().map(String::valueOf).collect(Collectors.joining(","));
        try {
            ProcessorMap processorMap = new ProcessorMap(sys, list);
            List<Processor> chosen = processorMap.choose(cores.size());
            if (chosen.isEmpty()) {
                LOG.warn(
                        "eyewall.cores.pin: cores are not pinned: {} cores, but the processors of"
                                + " this process are [{}]; lower eyewall.cores",
                        cores.size(),
                        allowed.isEmpty() ? "not known: is this Linux?" : list);
                return Optional.empty();
            }
            LOG.info(
                    "cores are pinned to processors {}, in this order",
                    chosen.stream().map(Processor::number).toList());
            return Optional.of(new Pinning(cores, chosen, processorMap, allowed, affinity));
        } catch (IOException | RuntimeException e) {
            LOG.warn("eyewall.cores.pin: cores are not pinned: {} can't be read", sys, e);
            return Optional.empty();
        }
    }

    /** Returns the NUMA node of each core's processor. */
    public List<Integer> nodes() {
        return processors.stream().map(Processor::node).toList();
    }

    /**
     * Returns the average distance to another node's memory, relative to the local memory; 1 if
     * there is no other node.
     */
    public double remoteToLocal() {
        List<Integer> used = nodes().stream().distinct().toList();
        return used.stream()
                .flatMapToDouble(
                        from ->
                                used.stream()
                                        .filter(to -> !to.equals(from))
                                        .mapToDouble(to -> processorMap.distance(from, to)))
                .average()
                .orElse(1);
    }

    /**
     * Pins threads that have become owners of a core since the last call, and unpins those that
     * have inherited a pin. After a failure, later calls do nothing.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public void updatePins() throws InterruptedException {
        if (stopped) {
            return;
        }
        try {
            pinOwners();
            List<Long> threads = affinity.threads();
            List<Long> children = affinity.children();
            checkedIds.removeIf(id -> !threads.contains(id) && !children.contains(id));
            unpin(threads, false);
            unpin(children, true);
        } catch (IOException e) {
            stopped = true;
            LOG.warn("eyewall.cores.pin: no further threads are pinned: {}", e.getMessage());
        }
    }

    private void pinOwners() throws IOException, InterruptedException {
        for (Core core : cores) {
            CoreOwner owner = core.ownerIfAny();
            long thread = owner == null ? -1 : owner.nativeId();
            if (thread > 0 && !Long.valueOf(thread).equals(pinned.get(core))) {
                pinned.put(core, thread);
                checkedIds.remove(thread);
                affinity.bind(thread, false, List.of(processors.get(core.index()).number()));
            }
        }
    }

    private void unpin(List<Long> ids, boolean areProcesses)
            throws IOException, InterruptedException {
        for (long id : ids) {
            boolean isNew = !pinned.containsValue(id) && checkedIds.add(id);
            if (isNew && isInheritedPin(affinity.allowedProcessors(id))) {
                affinity.bind(id, areProcesses, allowed);
            }
        }
    }

    private boolean isInheritedPin(List<Integer> threadProcessors) {
        return allowed.size() > 1
                && threadProcessors.size() == 1
                && processors.stream()
                        .anyMatch(processor -> processor.number() == threadProcessors.get(0));
    }
}
