package io.eyewall.lab;

import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Role;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Resolves a word of the command line to processes: {@code nimbus}, {@code zookeeper}, {@code
 * host2} (its supervisor and workers), {@code host2:supervisor}, {@code host2:6700} (the worker in
 * that slot), {@code worker} (the first worker by host and slot). No state.
 */
final class LabTarget {
    private static final String SUPERVISOR = "supervisor";

    private LabTarget() {}

    /**
     * Returns a predicate that accepts the processes that a word names.
     *
     * @param running the lab's present processes
     * @throws LabException if the word has another form, or names what the lab does not have
     */
    static Predicate<LabProcess> parse(String word, LabState lab, List<LabProcess> running)
            throws LabException {
        return switch (word) {
            case "nimbus" -> process -> process.role() == Role.NIMBUS;
            case "zookeeper" -> process -> process.role() == Role.ZOOKEEPER;
            case "worker" -> firstWorker(lab, running);
            default -> parseHostWord(word, lab);
        };
    }

    private static Predicate<LabProcess> firstWorker(LabState lab, List<LabProcess> running)
            throws LabException {
        List<String> order = lab.hosts().stream().map(LabHost::name).toList();
        LabProcess first =
                running.stream()
                        .filter(process -> process.role() == Role.WORKER)
                        .min(
                                Comparator.comparingInt(
                                                (LabProcess each) -> order.indexOf(each.host()))
                                        .thenComparing(each -> slotPort(each)))
                        .orElseThrow(() -> new LabException("no worker runs"));
        return process -> process.pid() == first.pid() && process.role() == Role.WORKER;
    }

    private static int slotPort(LabProcess worker) {
        return worker.slot().map(LabProcess.Slot::port).orElse(0);
    }

    private static Predicate<LabProcess> parseHostWord(String word, LabState lab)
            throws LabException {
        int colon = word.indexOf(':');
        String name = colon < 0 ? word : word.substring(0, colon);
        LabHost host =
                lab.hosts().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new LabException(unknownWordMessage(word, lab)));
        if (colon < 0) {
            return process -> process.host().equals(host.name());
        }
        String part = word.substring(colon + 1);
        if (part.equals(SUPERVISOR)) {
            return process ->
                    process.host().equals(host.name()) && process.role() == Role.SUPERVISOR;
        }
        int port =
                host.slots().stream()
                        .filter(slot -> part.equals(slot.toString()))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new LabException(
                                                "'%s': slots of %s are %s"
                                                        .formatted(word, name, host.slots())));
        return process ->
                process.host().equals(host.name())
                        && process.role() == Role.WORKER
                        && slotPort(process) == port;
    }

    private static String unknownWordMessage(String word, LabState lab) {
        return "'%s' names nothing in this lab; expected nimbus, zookeeper, worker, %s to %s, HOST:%s or HOST:PORT"
                .formatted(
                        word,
                        lab.hosts().get(0).name(),
                        lab.hosts().get(lab.hosts().size() - 1).name(),
                        SUPERVISOR);
    }
}
