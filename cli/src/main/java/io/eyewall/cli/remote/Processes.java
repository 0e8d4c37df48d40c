package io.eyewall.cli.remote;

import io.eyewall.cli.terminal.Printable;
import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the processes of this user that run topologies, and their topologies. */
public final class Processes {
    private static final int MAX_POLLS = 4;
    private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ControlFolder folder;
    private final Consumer<String> onProblem;

    /**
     * Sets the folder to search.
     *
     * @param folder the folder of the processes' sockets
     * @param onProblem receives a line for each process that does not answer
     */
    public Processes(ControlFolder folder, Consumer<String> onProblem) {
        this.folder = folder;
        this.onProblem = onProblem;
    }

    /** A topology, and the process that runs it. */
    public record Found(ControlClient process, RemoteTopology topology) {}

    /**
     * Connects to all processes, and returns those that answer, in the order of their numbers.
     *
     * @throws NobodyException if the folder of sockets can't be read
     */
    public List<ControlClient> connectAll() throws NobodyException {
        List<ControlClient> clients = new ArrayList<>();
        for (long pid : pids()) {
            connect(pid).ifPresent(clients::add);
        }
        return clients;
    }

    /** Connects to a process; returns an empty result if it does not answer. */
    private Optional<ControlClient> connect(long pid) {
        try {
            return Optional.of(ControlClient.connect(folder.socket(pid)));
        } catch (IOException e) {
            if (Files.exists(folder.socket(pid))) { // else it has ended since
                onProblem.accept("process " + pid + " does not answer: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    /**
     * Returns the numbers of all processes without connecting to them.
     *
     * @throws NobodyException if the folder of sockets can't be read
     */
    List<Long> pids() throws NobodyException {
        try {
            return folder.processes();
        } catch (IOException e) {
            throw new NobodyException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Connects to one process.
     *
     * @param pid the process's number; null for the only process, or the only one with topologies
     * @throws NobodyException if there is no such process, or several; the message contains the
     *     remedy
     */
    public ControlClient connectOne(@Nullable Long pid) throws NobodyException {
        List<Long> running = pids();
        if (pid == null && running.size() > 1) {
            List<Long> busy = pidsWithTopologies(); // a server itself has no topologies
            running = busy.isEmpty() ? running : busy;
        }
        if (pid == null && running.size() != 1) {
            throw new NobodyException(
                    running.isEmpty()
                            ? noProcessMessage()
                            : "several processes run topologies; choose one: " + running);
        }
        long wanted = pid == null ? running.get(0) : pid;
        if (!running.contains(wanted)) {
            throw new NobodyException(
                    "process "
                            + wanted
                            + " is not an 'eyewall run' of this user; expected "
                            + running);
        }
        try {
            return ControlClient.connect(folder.socket(wanted));
        } catch (IOException e) {
            throw new NobodyException("process " + wanted + " does not answer: " + e.getMessage());
        }
    }

    /**
     * Connects to the process that the arguments name.
     *
     * @param topologyOrPid the name or id of one of its topologies, or its number; null to choose
     *     as {@link #connectOne} does
     * @param pid the process's number; null for any process
     * @throws NobodyException if there is no such process, or several; the message contains the
     *     remedy
     */
    public ControlClient connectTo(@Nullable String topologyOrPid, @Nullable Long pid)
            throws NobodyException {
        if (topologyOrPid == null) {
            return connectOne(pid);
        }
        return isNumber(topologyOrPid)
                ? connectOne(Long.parseLong(topologyOrPid))
                : topology(topologyOrPid, pid).process();
    }

    /** Returns whether a text is the number of a process rather than a topology's name. */
    public static boolean isNumber(String topologyOrPid) {
        return topologyOrPid.matches("\\d{1,18}");
    }

    private List<Long> pidsWithTopologies() throws NobodyException {
        return topologies((Long) null).stream()
                .map(found -> found.process().pid())
                .distinct()
                .sorted()
                .toList();
    }

    private String noProcessMessage() {
        return "no 'eyewall run' of this user is running (looked in "
                + folder.path()
                + "); start one, or submit to an 'eyewall server'";
    }

    /**
     * Returns the topologies of all processes, or of one.
     *
     * @param pid the process's number; null for all processes
     * @throws NobodyException if the folder of sockets can't be read, there is no such process, or
     *     it does not answer
     */
    public List<Found> topologies(@Nullable Long pid) throws NobodyException {
        List<Found> found = new ArrayList<>();
        for (ControlClient process : pid == null ? connectAll() : List.of(connectOne(pid))) {
            topologiesOf(process).ifPresent(found::addAll);
        }
        return found;
    }

    /**
     * Returns the topologies of all processes. Polls again for a moment if one is missing: while a
     * crashed process is replaced, its topology may be in neither the old process nor the new one.
     *
     * @param expected ids of topologies that a server runs
     * @throws NobodyException if the folder of sockets can't be read
     */
    List<Found> topologies(Set<String> expected) throws NobodyException {
        List<Found> found = topologies((Long) null);
        for (int polls = 1; polls < MAX_POLLS && !ids(found).containsAll(expected); polls++) {
            LockSupport.parkNanos(POLL_INTERVAL_NS);
            found = topologies((Long) null);
        }
        return found;
    }

    private static Set<String> ids(List<Found> found) {
        return found.stream().map(each -> each.topology().id()).collect(Collectors.toSet());
    }

    /** Returns the topologies of one process; empty if it does not answer. */
    Optional<List<Found>> topologiesOf(long pid) {
        return connect(pid).flatMap(this::topologiesOf);
    }

    private Optional<List<Found>> topologiesOf(ControlClient process) {
        try {
            return Optional.of(
                    process.topologies().stream().map(t -> new Found(process, t)).toList());
        } catch (ProcessGoneException e) {
            return Optional.empty(); // it has ended since
        } catch (ControlException e) {
            onProblem.accept(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * Returns one topology. If a process has several of the same name, returns the last one: only
     * that one can be running.
     *
     * @param name the topology's name as submitted, or its id
     * @param pid the process's number; null for any process
     * @throws NobodyException if no process has the topology, or several have; the message contains
     *     the remedy
     */
    public Found topology(String name, @Nullable Long pid) throws NobodyException {
        List<Found> candidates = topologies(pid);
        List<Found> named = filterByName(candidates, name, text -> text);
        if (named.isEmpty()) { // try the text that 'eyewall list' prints
            named = filterByName(candidates, name, Printable::line);
        }
        List<Long> pids = named.stream().map(found -> found.process().pid()).distinct().toList();
        if (pids.size() > 1) {
            throw new NobodyException(
                    "several processes run a topology '"
                            + name
                            + "'; say which, by --pid: "
                            + pids);
        }
        if (named.isEmpty()) {
            throw new NobodyException(
                    candidates.isEmpty() && pid == null
                            ? noProcessMessage()
                            : "no topology '"
                                    + name
                                    + "' is running"
                                    + (pid == null ? "" : " in process " + pid)
                                    + "; there are "
                                    + printableNames(candidates)
                                    + " ('eyewall list' shows them)");
        }
        return named.get(named.size() - 1);
    }

    private static List<Found> filterByName(
            List<Found> topologies, String name, UnaryOperator<String> form) {
        return topologies.stream()
                .filter(
                        found ->
                                form.apply(found.topology().name()).equals(name)
                                        || form.apply(found.topology().id()).equals(name))
                .toList();
    }

    private static SortedSet<String> printableNames(List<Found> topologies) {
        SortedSet<String> names = new TreeSet<>();
        topologies.forEach(found -> names.add(Printable.line(found.topology().name())));
        return names;
    }
}
