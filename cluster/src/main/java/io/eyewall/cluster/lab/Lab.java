package io.eyewall.cluster.lab;

import io.eyewall.cluster.lab.jars.StormJars;
import io.eyewall.cluster.lab.network.Network;
import io.eyewall.cluster.lab.network.Rate;
import io.eyewall.cluster.lab.process.LabProcess;
import io.eyewall.cluster.lab.process.Launcher;
import io.eyewall.cluster.lab.process.Mark;
import io.eyewall.cluster.lab.process.ProcessTable;
import io.eyewall.cluster.lab.process.Role;
import io.eyewall.cluster.lab.storm.StormFolders;
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
 * A real Storm cluster on this machine: ZooKeeper, Nimbus and supervisors on hosts of its own. What
 * is started here goes on when this process ends; {@link #down} ends it. All calls wait until what
 * they do is done; an interrupt ends them. Those that change the lab exclude each other, also from
 * other processes.
 */
public final class Lab {
    private static final long KILL_LIMIT_MS = 15_000;

    private final LabFolder folder;
    private final LabState state;
    private final Network network;
    private final StormFolders storm;
    private final ProcessTable table;
    private final Launcher launcher;
    private final StatusProbe probe;
    private @Nullable Consumer<String> output;

    private Lab(LabFolder folder, LabState state) {
        this.folder = folder;
        this.state = state;
        network = Network.of(state.network(), state.id());
        storm = new StormFolders(folder.path());
        Mark mark = new Mark(state.id());
        table = new ProcessTable(mark);
        launcher = new Launcher(mark);
        probe = new StatusProbe(clients());
    }

    /**
     * Makes a lab; when this returns, Nimbus answers and knows all supervisors. If that fails
     * nothing of it stays, but its folder where that is to be kept.
     *
     * @param progress is told what is done
     * @throws LabException if it can't be made; says why
     */
    @SuppressWarnings("try") // the lock is held, not used
    public static Lab up(
            LabFolder folder,
            LabSettings settings,
            StormJars jars,
            boolean keep,
            Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = LabLock.take(folder)) {
            new LabStart(folder, settings, progress).run(jars, keep);
        }
        return open(folder);
    }

    /**
     * A lab that is up.
     *
     * @throws LabException if there is none; says what there is
     */
    public static Lab open(LabFolder folder) throws LabException, IOException {
        LabState state =
                folder.state()
                        .orElseThrow(
                                () ->
                                        new LabException(
                                                "there is no lab '%s' (%s); 'eyewall lab up' makes one"
                                                        .formatted(folder.name(), folder.path())));
        if (!state.bootId().equals(BootId.now())) {
            throw new LabException(
                    "the machine was started anew since lab '%s' was made; 'eyewall lab down' takes away what is left"
                            .formatted(folder.name()));
        }
        if (state.phase() != LabState.Phase.UP) {
            throw new LabException(
                    "lab '%s' is %s, or who does that has ended in the middle; 'eyewall lab down' takes away what is left"
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
     * @param processes their numbers
     * @param networkParts names of namespaces
     * @param kept where its folder is now
     */
    public record Down(List<Long> processes, List<String> networkParts, Optional<Path> kept) {}

    /**
     * Takes a lab away, in whatever state it is: its processes are ended as by SIGKILL, then its
     * network and its folder go.
     *
     * @param keep whether the folder stays, under another name
     * @return empty if there is none
     * @throws LabException if another changes it
     * @throws IOException if something is left; says what
     */
    @SuppressWarnings("try") // the lock is held, not used
    public static Optional<Down> down(LabFolder folder, boolean keep)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = LabLock.take(folder)) {
            if (!folder.exists()) {
                return Optional.empty();
            }
            LabEnd.Ended ended = new LabEnd(folder).run(keep);
            return Optional.of(
                    new Down(
                            ended.processes().stream().map(LabProcess::pid).toList(),
                            ended.networkParts(),
                            ended.kept()));
        }
    }

    public LabState state() {
        return state;
    }

    /** Returns the lab's status; asks the system and Nimbus. */
    public LabStatus status() throws IOException, InterruptedException {
        return new StatusReader(folder.name(), state, network, table, probe).read();
    }

    /**
     * Has a host's link let through so much, each way.
     *
     * @param host its name, the head's too
     * @param rate empty for as much as the machine can
     * @throws LabException if there is no such host, or it has no link
     */
    @SuppressWarnings("try") // the lock is held, not used
    public void shape(String host, Optional<Rate> rate)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = change()) {
            checkHost(host);
            network.shape(host, rate);
        } catch (UnsupportedOperationException e) {
            throw new LabException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The lock, unless somebody has taken this lab down meanwhile, or made another one. */
    private LabLock change() throws LabException, IOException {
        LabLock lock = LabLock.take(folder);
        boolean same = false;
        try {
            same = open(folder).state().id().equals(state.id());
        } finally {
            if (!same) {
                lock.close();
            }
        }
        if (!same) {
            throw new LabException("lab '%s' is another one meanwhile".formatted(folder.name()));
        }
        return lock;
    }

    private void checkHost(String host) throws LabException {
        if (state.host(host).isEmpty()) {
            throw new LabException("there is no host '%s'; %s".formatted(host, hosts()));
        }
    }

    private String hosts() {
        return "there are "
                + state.allHosts().stream().map(LabHost::name).collect(Collectors.joining(", "));
    }

    /**
     * Ends processes as by SIGKILL.
     *
     * @param word see docs/guides/lab.md
     * @return their numbers
     * @throws LabException if the word means nothing, or nobody who runs
     */
    @SuppressWarnings("try") // the lock is held, not used
    public List<Long> kill(String word) throws LabException, IOException, InterruptedException {
        try (LabLock lock = change()) {
            List<LabProcess> running = table.all();
            Predicate<LabProcess> meant = LabTarget.of(word, state, running);
            Set<ProcessHandle> found =
                    running.stream()
                            .filter(meant)
                            .map(LabProcess::handle)
                            .collect(Collectors.toCollection(LinkedHashSet::new));
            if (found.isEmpty()) {
                throw new LabException("'" + word + "' does not run");
            }
            // Of a host also what its supervisor starts meanwhile; of a slot not the next worker.
            boolean wholeHost = state.host(word).isPresent();
            List<LabProcess> killed =
                    table.kill(
                            each -> wholeHost ? meant.test(each) : found.contains(each.handle()),
                            KILL_LIMIT_MS);
            return killed.stream().map(LabProcess::pid).toList();
        }
    }

    /**
     * Starts a daemon that has been killed, and waits until Nimbus knows all supervisors that run.
     *
     * @param word {@code nimbus}, {@code zookeeper}, or a host whose supervisor is meant
     * @throws LabException if there is no such daemon, or it runs
     */
    @SuppressWarnings("try") // the lock is held, not used
    public void start(String word, Duration limit, Consumer<String> progress)
            throws LabException, IOException, InterruptedException {
        try (LabLock lock = change()) {
            LabDaemons.Place place = place(word);
            if (LabDaemons.runs(place, table.all())) {
                throw new LabException(place + " runs already");
            }
            LabDaemons daemons = new LabDaemons(network, storm, launcher);
            daemons.start(place);
            List<LabProcess> running = table.all();
            LabDaemons.Place nimbus = new LabDaemons.Place(Role.NIMBUS, LabHost.HEAD);
            if (!LabDaemons.runs(nimbus, running)) {
                return; // nobody could be asked
            }
            List<LabHost> alive =
                    state.hosts().stream()
                            .filter(
                                    host ->
                                            LabDaemons.runs(
                                                    new LabDaemons.Place(
                                                            Role.SUPERVISOR, host.name()),
                                                    running))
                            .toList();
            new Readiness(state, daemons, clients()).await(alive, limit, progress);
        }
    }

    private LabDaemons.Place place(String word) throws LabException {
        return switch (word) {
            case "nimbus" -> new LabDaemons.Place(Role.NIMBUS, LabHost.HEAD);
            case "zookeeper" -> new LabDaemons.Place(Role.ZOOKEEPER, LabHost.HEAD);
            default -> {
                if (state.hosts().stream().noneMatch(host -> host.name().equals(word))) {
                    throw new LabException(
                            "'%s' is no daemon; expected nimbus, zookeeper or a host; %s"
                                    .formatted(word, hosts()));
                }
                yield new LabDaemons.Place(Role.SUPERVISOR, word);
            }
        };
    }

    /**
     * Runs an application's main on the head, as {@code storm jar} does; it submits to this lab.
     * What it prints goes where this process prints.
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
     * @param verb as of Storm's script
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
     * Runs a program on a host, in this process' working directory and with its input and output.
     * It belongs to the lab: {@link #down} ends it, and what it has started.
     *
     * @param host its name, the head's too
     * @param command program and arguments
     * @return its exit code
     * @throws LabException if there is no such host
     * @throws IOException if there is no such program
     */
    public int execute(String host, List<String> command)
            throws LabException, IOException, InterruptedException {
        checkHost(host);
        return clients().execute(host, command, output);
    }

    /**
     * Runs a part of {@code eyewall schedule} on the head, for the generator that the lab's hosts
     * ask.
     *
     * @param eyewall the command, with what comes before its arguments
     * @param verb {@code serve}, {@code status} and others
     * @return its exit code
     * @throws LabException if the lab's hosts ask none
     */
    public int schedule(List<String> eyewall, String verb, List<String> arguments)
            throws LabException, IOException, InterruptedException {
        LabGenerator generator =
                LabGenerator.read(storm.conf(LabHost.HEAD).resolve("storm.yaml"), folder.path())
                        .orElseThrow(
                                () ->
                                        new LabException(
                                                "lab '%s' has no schedule generator; 'eyewall lab up --generator' makes one that has"
                                                        .formatted(folder.name())));
        List<String> command = new ArrayList<>(eyewall);
        command.addAll(List.of("schedule", verb));
        command.addAll(generator.options(verb));
        command.addAll(arguments);
        return execute(LabHost.HEAD, command);
    }

    /** From now on hands over what such programs print, line by line, instead of printing it. */
    public void readOutput(Consumer<String> lines) {
        output = lines;
    }

    private LabClients clients() {
        return new LabClients(network, storm, launcher);
    }
}
