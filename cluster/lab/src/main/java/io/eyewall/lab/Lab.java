package io.eyewall.lab;

import io.eyewall.lab.jars.StormJars;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import io.eyewall.lab.process.LabProcess;
import io.eyewall.lab.process.Mark;
import io.eyewall.lab.process.ProcessLauncher;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.lab.process.Role;
import io.eyewall.lab.storm.StormFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A real Storm cluster on this machine: ZooKeeper, Nimbus and supervisors on simulated hosts. Its
 * daemons outlive this process; {@link #down} ends them. Each call blocks until its work is
 * complete, and stops when interrupted. Calls that change a lab exclude each other, also across
 * processes.
 */
public final class Lab {
    private static final long KILL_LIMIT_MS = 15_000;

    private final LabFolder folder;
    private final LabState state;
    private final LabNetwork network;
    private final StormFolders storm;
    private final ProcessTable table;
    private final ProcessLauncher launcher;
    private final StatusProbe probe;
    private @Nullable Consumer<String> output;

    private Lab(LabFolder folder, LabState state) {
        this.folder = folder;
        this.state = state;
        network = LabNetwork.of(state.network(), state.id());
        storm = new StormFolders(folder.path());
        Mark mark = new Mark(state.id());
        table = new ProcessTable(mark);
        launcher = new ProcessLauncher(mark);
        probe = new StatusProbe(clients());
    }

    /**
     * Creates a lab, and returns when Nimbus answers and knows all supervisors. After a failure
     * nothing of the lab is left.
     *
     * @param keep whether the lab's folder is kept after a failure
     * @param progress receives messages about the progress, for people
     * @throws LabException if the lab cannot be created; says why
     */
    @SuppressWarnings("try") // the lock is held, not used
    public static Lab up(
            LabFolder folder,
            LabSettings settings,
            StormJars jars,
            boolean keep,
            Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = LabLock.acquire(folder)) {
            new LabStart(folder, settings, progress).run(jars, keep);
        }
        return open(folder);
    }

    /**
     * Returns a lab that is up.
     *
     * @throws LabException if there is no such lab, or it is not up; says why
     */
    public static Lab open(LabFolder folder) throws LabException, IOException {
        LabState state =
                folder.state()
                        .orElseThrow(
                                () ->
                                        new LabException(
                                                "there is no lab '%s' (%s); 'eyewall lab up' creates one"
                                                        .formatted(folder.name(), folder.path())));
        if (!state.bootId().equals(LabBoot.currentId())) {
            throw new LabException(
                    "the machine was rebooted after lab '%s' was created; 'eyewall lab down' removes what is left of it"
                            .formatted(folder.name()));
        }
        if (state.phase() != LabState.Phase.UP) {
            throw new LabException(
                    "lab '%s' is %s, or the command that did so was killed; 'eyewall lab down' removes what is left of it"
                            .formatted(
                                    folder.name(),
                                    state.phase() == LabState.Phase.STARTING
                                            ? "being started"
                                            : "being taken down"));
        }
        return new Lab(folder, state);
    }

    /**
     * The parts that {@link #down} has removed.
     *
     * @param processes process ids
     * @param networkParts names of network namespaces
     * @param kept where the folder is now, if it was to be kept
     */
    public record Down(List<Long> processes, List<String> networkParts, Optional<Path> kept) {}

    /**
     * Removes a lab, whatever state it is in: kills its processes as by SIGKILL, then removes its
     * network and its folder.
     *
     * @param keep whether the folder is kept, under another name
     * @return what was removed; empty if there is no such lab
     * @throws LabException if another command is changing the lab
     * @throws IOException if something is left; says what
     */
    @SuppressWarnings("try") // the lock is held, not used
    public static Optional<Down> down(LabFolder folder, boolean keep)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = LabLock.acquire(folder)) {
            if (!folder.exists()) {
                return Optional.empty();
            }
            LabEnd.RemovedParts removed = new LabEnd(folder).run(keep);
            return Optional.of(
                    new Down(
                            removed.processes().stream().map(LabProcess::pid).toList(),
                            removed.networkParts(),
                            removed.kept()));
        }
    }

    public LabState state() {
        return state;
    }

    /** Returns the lab's status, from the system's processes and from Nimbus. */
    public LabStatus status() throws IOException, InterruptedException {
        return new StatusReader(folder.name(), state, network, table, probe).read();
    }

    /**
     * Limits a host's link to {@code rate} in each direction.
     *
     * @param host the host's name; may be the head
     * @param rate empty removes the limit
     * @throws LabException if there is no such host, or the host has no link
     */
    @SuppressWarnings("try") // the lock is held, not used
    public void setRate(String host, Optional<Rate> rate)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = lockForChange()) {
            requireHost(host);
            network.setRate(host, rate);
        } catch (UnsupportedOperationException e) {
            throw new LabException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Locks the lab, and checks that it was not taken down or replaced since this object exists.
     */
    private LabLock lockForChange() throws LabException, IOException {
        LabLock lock = LabLock.acquire(folder);
        boolean same = false;
        try {
            same = open(folder).state().id().equals(state.id());
        } finally {
            if (!same) {
                lock.close();
            }
        }
        if (!same) {
            throw new LabException(
                    "lab '%s' was taken down meanwhile, and another one was created with its name"
                            .formatted(folder.name()));
        }
        return lock;
    }

    private void requireHost(String host) throws LabException {
        if (state.host(host).isEmpty()) {
            throw new LabException("there is no host '%s'; %s".formatted(host, hostList()));
        }
    }

    private String hostList() {
        return "there are "
                + state.allHosts().stream().map(LabHost::name).collect(Collectors.joining(", "));
    }

    /**
     * Kills processes as by SIGKILL.
     *
     * @param word names the processes; see docs/guides/lab.md
     * @return their process ids
     * @throws LabException if the word names nothing in this lab, or no running process
     */
    @SuppressWarnings("try") // the lock is held, not used
    public List<Long> kill(String word) throws LabException, IOException, InterruptedException {
        try (LabLock lock = lockForChange()) {
            List<LabProcess> running = table.all();
            Predicate<LabProcess> isTarget = LabTarget.parse(word, state, running);
            Set<ProcessHandle> found =
                    running.stream()
                            .filter(isTarget)
                            .map(LabProcess::handle)
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            if (found.isEmpty()) {
                throw new LabException("'" + word + "' does not run");
            }
            // If the word is a host, this also kills what its supervisor starts meanwhile.
            // Otherwise it kills only the processes found above, and so spares a worker that is
            // started in place of a killed one.
            boolean wholeHost = state.host(word).isPresent();
            List<LabProcess> killed =
                    table.kill(
                            each -> wholeHost ? isTarget.test(each) : found.contains(each.handle()),
                            KILL_LIMIT_MS);
            return killed.stream().map(LabProcess::pid).toList();
        }
    }

    /**
     * Starts a daemon that does not run, and waits until Nimbus knows all running supervisors.
     *
     * @param word {@code nimbus}, {@code zookeeper}, or a host, for its supervisor
     * @param limit maximum time to wait for the supervisors
     * @param progress receives messages about the progress, for people
     * @throws LabException if there is no such daemon, or the daemon runs already
     */
    @SuppressWarnings("try") // the lock is held, not used
    public void start(String word, Duration limit, Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = lockForChange()) {
            LabDaemons.Daemon daemon = parseDaemon(word);
            if (LabDaemons.isRunning(daemon, table.all())) {
                throw new LabException(daemon + " runs already");
            }
            LabDaemons daemons = new LabDaemons(network, storm, launcher);
            daemons.start(daemon);
            List<LabProcess> running = table.all();
            LabDaemons.Daemon nimbus = new LabDaemons.Daemon(Role.NIMBUS, LabHost.HEAD);
            if (!LabDaemons.isRunning(nimbus, running)) {
                return; // without Nimbus there is nothing to wait for
            }
            List<LabHost> alive =
                    state.hosts().stream()
                            .filter(
                                    host ->
                                            LabDaemons.isRunning(
                                                    new LabDaemons.Daemon(
                                                            Role.SUPERVISOR, host.name()),
                                                    running))
                            .toList();
            new Readiness(state, daemons, clients()).awaitSupervisors(alive, limit, progress);
        }
    }

    private LabDaemons.Daemon parseDaemon(String word) throws LabException {
        return switch (word) {
            case "nimbus" -> new LabDaemons.Daemon(Role.NIMBUS, LabHost.HEAD);
            case "zookeeper" -> new LabDaemons.Daemon(Role.ZOOKEEPER, LabHost.HEAD);
            default -> {
                if (state.hosts().stream().noneMatch(host -> host.name().equals(word))) {
                    throw new LabException(
                            "'%s' is not a daemon; expected nimbus, zookeeper or a host; %s"
                                    .formatted(word, hostList()));
                }
                yield new LabDaemons.Daemon(Role.SUPERVISOR, word);
            }
        };
    }

    /**
     * Runs an application's main class on the head, as {@code storm jar} does, so that it submits
     * to this lab. It uses this process' standard streams, unless {@link #readOutput} was called.
     *
     * @return its exit code
     * @throws LabException if there is no such jar
     */
    public int submit(Path jar, String mainClass, List<String> arguments)
            throws LabException, IOException, InterruptedException {
        if (!Files.isRegularFile(jar)) {
            throw new LabException(jar + ": no such jar");
        }
        return clients().submit(jar, mainClass, arguments, output);
    }

    /**
     * Runs one of Storm's own commands against this lab.
     *
     * @param verb as in Storm's script
     * @return its exit code
     * @throws LabException if there is no such verb
     */
    public int storm(String verb, List<String> arguments)
            throws LabException, IOException, InterruptedException {
        try {
            return clients().storm(verb, arguments, output);
        } catch (IllegalArgumentException e) {
            throw new LabException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Runs a program on a host, in this process' working directory and with its standard streams.
     * The program belongs to the lab: {@link #down} kills it, and the processes that it has
     * started.
     *
     * @param host the host's name; may be the head
     * @param command program and arguments
     * @return its exit code
     * @throws LabException if there is no such host
     * @throws IOException if there is no such program
     */
    public int execute(String host, List<String> command)
            throws LabException, IOException, InterruptedException {
        requireHost(host);
        return clients().execute(host, command, output);
    }

    /**
     * Runs a subcommand of {@code eyewall schedule} on the head, for the generator of this lab.
     *
     * @param eyewall the command line of {@code eyewall}, without arguments
     * @param verb {@code serve}, {@code status} and others
     * @return its exit code
     * @throws LabException if the lab has no generator
     */
    public int schedule(List<String> eyewall, String verb, List<String> arguments)
            throws LabException, IOException, InterruptedException {
        LabGenerator generator =
                LabGenerator.read(storm.conf(LabHost.HEAD).resolve("storm.yaml"), folder.path())
                        .orElseThrow(
                                () ->
                                        new LabException(
                                                "lab '%s' has no schedule generator; 'eyewall lab up --generator' creates a lab with one"
                                                        .formatted(folder.name())));
        List<String> command = new ArrayList<>(eyewall);
        command.addAll(List.of("schedule", verb));
        command.addAll(generator.options(verb));
        command.addAll(arguments);
        return execute(LabHost.HEAD, command);
    }

    /**
     * Passes the output of programs that are run from now on to a consumer, line by line, instead
     * of this process' standard output.
     */
    public void readOutput(Consumer<String> lines) {
        output = lines;
    }

    private LabClients clients() {
        return new LabClients(network, storm, launcher);
    }
}
