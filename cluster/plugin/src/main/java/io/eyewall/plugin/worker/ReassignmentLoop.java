package io.eyewall.plugin.worker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.storm.generated.Assignment;
import org.apache.storm.generated.NodeInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of the thread {@code eyewall-smooth}: it reads the board, lets {@link
 * ReassignmentStateMachine} decide, and carries out its orders. ZooKeeper is accessed on another
 * thread, so that time limits apply even while ZooKeeper is slow.
 */
final class ReassignmentLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ReassignmentLoop.class);
    private static final long ACTIVE_POLL_MS = 500;
    private static final long STARTING_POLL_MS = 200;
    private static final long PAUSED_POLL_MS = 20;
    private static final long POLL_PER_WORKER_MS = 1;

    /** While spouts are paused, one read in this many reads the assignment, too. */
    private static final int READS_PER_FULL_READ = 10;

    private static final long READ_LIMIT_MS = 2_000;

    private final Board board;
    private final Note firstNote;
    private final Set<List<Long>> ownExecutors;
    private final ReassignmentStateMachine stateMachine;
    private final SpoutGates gates;
    private final AssignmentView view;
    private final WorkerInternals worker;
    private final EarlyConnections connections;
    private final BooleanSupplier isGivenUp;
    private final Runnable endProcess;
    private final ExecutorService boardThread;

    /** Used only by the board's thread. */
    private final OwnNote ownNote;

    private @Nullable Future<BoardState> pendingRead;
    private Board.VersionedAssignment newest;
    private Assignment viewedAssignment;
    private List<String> noteNames = List.of();
    private ReassignmentStateMachine.@Nullable Orders lastOrders;
    private @Nullable Note publishedNote;
    private int pausedReads;

    /** Whether notes of this worker were lost since the last step of the state machine. */
    private boolean notesLost;

    private volatile boolean isActive;
    private volatile boolean checkingConnections;

    /** The version of the assignment that the view shows. */
    private volatile int viewVersion;

    /** The version for which Storm opened connections last. */
    private volatile int connectedVersion;

    /** The version that Storm's connection thread is reading; used only by that thread. */
    private int refreshingVersion;

    /**
     * The contents of the board.
     *
     * @param newest the newest assignment; empty if there is none any more
     * @param noteNames the names of the notes
     * @param notesLost whether this worker's notes had vanished before
     */
    private record BoardState(
            Optional<Board.VersionedAssignment> newest,
            List<String> noteNames,
            boolean notesLost) {}

    /**
     * @param first the assignment with which the worker was created
     * @param firstNote the worker's first note, with the version of that assignment
     * @param isGivenUp returns whether the supervisor has given up this worker
     * @param endProcess ends the process; may block
     */
    ReassignmentLoop(
            Board board,
            Board.VersionedAssignment first,
            Note firstNote,
            ReassignmentStateMachine stateMachine,
            SpoutGates gates,
            AssignmentView view,
            WorkerInternals worker,
            EarlyConnections connections,
            BooleanSupplier isGivenUp,
            Runnable endProcess) {
        this.board = board;
        newest = first;
        viewedAssignment = first.assignment();
        this.firstNote = firstNote;
        this.stateMachine = stateMachine;
        this.gates = gates;
        this.view = view;
        this.worker = worker;
        this.connections = connections;
        this.isGivenUp = isGivenUp;
        this.endProcess = endProcess;
        ownExecutors = executorsIn(first.assignment(), firstNote.place());
        ownNote = new OwnNote(firstNote.workerId());
        viewVersion = first.version();
        connectedVersion = first.version();
        boardThread =
                Executors.newSingleThreadExecutor(
                        command -> {
                            Thread thread = new Thread(command, "eyewall-smooth-zookeeper");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** Returns the executors, by first and last task, that an assignment puts into a slot. */
    static Set<List<Long>> executorsIn(Assignment assignment, Place place) {
        return assignment.get_executor_node_port().entrySet().stream()
                .filter(entry -> Place.of(entry.getValue()).equals(place))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the tasks that an assignment puts into a slot. */
    private static List<Integer> tasksIn(Assignment assignment, Place place) {
        return executorsIn(assignment, place).stream()
                .flatMap(
                        tasks ->
                                IntStream.rangeClosed(
                                                tasks.get(0).intValue(), tasks.get(1).intValue())
                                        .boxed())
                .toList();
    }

    void start() {
        Thread thread = new Thread(this, "eyewall-smooth");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        boolean continues = true;
        while (continues) {
            try {
                continues = runStep();
                Thread.sleep(sleepMs());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.warn("Eyewall: a step of the re-assignment failed; it is tried again", e);
                continues = sleepAfterFailure();
            }
        }
    }

    private static boolean sleepAfterFailure() {
        try {
            Thread.sleep(ACTIVE_POLL_MS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private long sleepMs() {
        ReassignmentStateMachine.Orders orders = lastOrders;
        if (orders == null || orders.stage() == Stage.ACTIVE) {
            return ACTIVE_POLL_MS;
        }
        return (orders.paused() ? PAUSED_POLL_MS : STARTING_POLL_MS)
                + POLL_PER_WORKER_MS * noteNames.size();
    }

    /** Reads the board once and acts on it; returns false when the worker has to end. */
    private boolean runStep() throws InterruptedException {
        if (isGivenUp.getAsBoolean()) {
            LOG.info("Eyewall: the supervisor has given up this worker; the worker ends");
            endProcess.run();
            return false;
        }
        BoardState state = readBoard();
        if (state != null) {
            noteNames = state.noteNames();
            if (state.newest().isEmpty()) {
                LOG.info("Eyewall: the topology has no assignment any more; the worker ends");
                view.show(null);
                endProcess.run();
                return false;
            }
            newest = state.newest().get();
            if (state.notesLost()) {
                notesLost = true;
                LOG.warn(
                        "Eyewall: this worker's ZooKeeper session had ended, so others may have"
                                + " considered it dead; it continues with version {}",
                        newest.version());
            }
        }
        ReassignmentStateMachine.Inputs inputs = collectInputs();
        ReassignmentStateMachine.Orders before = lastOrders;
        ReassignmentStateMachine.Orders orders = stateMachine.step(inputs);
        notesLost = false;
        if (orders.late() && (before == null || !before.late())) {
            LOG.warn(
                    "Eyewall: version {} is applied as on plain Storm, because a limit has"
                            + " passed or"
                            + " a worker has died; before: {}, here: {}, others: {}",
                    orders.version(),
                    before,
                    inputs.own(),
                    inputs.others());
        }
        apply(orders);
        return !orders.exit();
    }

    /** Reads the board; null if ZooKeeper does not respond in time. */
    private @Nullable BoardState readBoard() throws InterruptedException {
        Future<BoardState> read = pendingRead;
        if (read == null) {
            Board.VersionedAssignment known = newest;
            // A paused worker polls often, and usually only the notes, because these announce a
            // newer version, too.
            boolean notesOnly =
                    lastOrders != null
                            && lastOrders.paused()
                            && ++pausedReads % READS_PER_FULL_READ != 0;
            read = boardThread.submit(() -> readBoardState(known, notesOnly));
            pendingRead = read;
        }
        try {
            BoardState state = read.get(READ_LIMIT_MS, TimeUnit.MILLISECONDS);
            pendingRead = null;
            return state;
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            pendingRead = null;
            LOG.warn("Eyewall: ZooKeeper cannot be read; it is tried again", e.getCause());
            return null;
        }
    }

    private BoardState readBoardState(Board.VersionedAssignment known, boolean notesOnly) {
        BoardState state = readBoardStateOnce(known, notesOnly && !ownNote.isLost());
        if (state.notesLost() || !ownNote.isLost()) {
            return state;
        }
        // If notes were lost during the read, the assignment may be older than the loss.
        return readBoardStateOnce(known, false);
    }

    private BoardState readBoardStateOnce(Board.VersionedAssignment known, boolean notesOnly) {
        if (notesOnly) {
            List<String> found = readNoteNames();
            boolean isNewest =
                    Notes.latest(found).stream()
                            .allMatch(note -> note.version() <= known.version());
            if (isNewest || ownNote.isLost()) {
                return new BoardState(Optional.of(known), found, false);
            }
        }
        boolean lostBefore = ownNote.isLost();
        Optional<Integer> version = board.assignmentVersion();
        if (version.isEmpty()) {
            return new BoardState(Optional.empty(), List.of(), false);
        }
        Optional<Board.VersionedAssignment> found =
                version.get() == known.version() ? Optional.of(known) : board.assignment();
        List<String> noteNames = readNoteNames();
        if (lostBefore) {
            ownNote.takeLost();
        }
        return new BoardState(found, noteNames, lostBefore);
    }

    private List<String> readNoteNames() {
        List<String> found = board.noteNames();
        ownNote.check(Notes.parse(found));
        return found;
    }

    private ReassignmentStateMachine.Inputs collectInputs() {
        Assignment assignment = newest.assignment();
        Set<Place> slots = Set.copyOf(Place.allOf(assignment));
        boolean assignsOwnExecutors =
                !ownExecutors.isEmpty()
                        && executorsIn(assignment, firstNote.place()).equals(ownExecutors);
        List<Note> others =
                Notes.latest(noteNames).stream()
                        .filter(note -> !note.place().equals(firstNote.place()))
                        .toList();
        return new ReassignmentStateMachine.Inputs(
                System.nanoTime() / 1_000_000,
                new ReassignmentStateMachine.Target(newest.version(), slots, assignsOwnExecutors),
                others,
                currentCondition(),
                notesLost);
    }

    private ReassignmentStateMachine.Condition currentCondition() {
        ReassignmentStateMachine.Orders before = lastOrders;
        boolean connected =
                connectedVersion == (before == null ? firstNote.version() : before.view())
                        && worker.connectionsAreReady();
        boolean started =
                (before != null && before.open()) || worker.isStarted(gates.waitingExecutors());
        boolean idle = worker.queuesAreEmpty();
        return new ReassignmentStateMachine.Condition(
                connected && started, gates.isDrained() && idle, gates.isQuiet(), idle);
    }

    private void apply(ReassignmentStateMachine.Orders orders) {
        ReassignmentStateMachine.Orders before = lastOrders;
        gates.apply(orders);
        connectEarly(orders);
        if (orders.view() == newest.version() && orders.view() != viewVersion) {
            viewedAssignment = newest.assignment();
            view.show(viewedAssignment);
            viewVersion = orders.view();
        }
        isActive = orders.stage() == Stage.ACTIVE;
        if (!checkingConnections && (!isActive || connectedVersion != viewVersion)) {
            checkingConnections = true; // before the call, as Storm's thread may reset it at once
            if (!worker.startConnectionChecks(
                    this::endConnectionChecks, this::isRefreshDue, this::onRefreshed)) {
                checkingConnections = false;
            }
        }
        if (before == null
                || before.version() != orders.version()
                || before.stage() != orders.stage()
                || before.paused() != orders.paused()) {
            LOG.info("Eyewall: {} with {} others", orders, noteNames.size());
        }
        lastOrders = orders;
        Note note =
                new Note(
                        orders.version(),
                        orders.stage(),
                        orders.member(),
                        firstNote.place(),
                        firstNote.startMs(),
                        firstNote.workerId());
        if (!note.equals(publishedNote) || !noteNames.contains(note.name())) {
            publish(note);
        }
        if (orders.exit()) {
            LOG.info(
                    "Eyewall: the new assignment {} does not contain this worker; the worker ends",
                    orders);
            endProcess.run();
        }
    }

    /** Returns whether Storm's thread has to read the view again. */
    private boolean isRefreshDue() {
        refreshingVersion = viewVersion;
        return refreshingVersion != connectedVersion;
    }

    private void onRefreshed() {
        connectedVersion = refreshingVersion;
    }

    /** Returns whether Storm's thread may end its checks, because it has read the final view. */
    private boolean endConnectionChecks() {
        boolean upToDate = isActive && viewVersion == connectedVersion;
        checkingConnections = !upToDate;
        return upToDate;
    }

    /**
     * Connects to slots that this worker does not send to yet, while the new workers there start.
     */
    private void connectEarly(ReassignmentStateMachine.Orders orders) {
        if (orders.stage() == Stage.ACTIVE) {
            connections.closeUnused();
        } else if (orders.open() && orders.member() && orders.view() != orders.version()) {
            Assignment next = newest.assignment();
            Set<NodeInfo> routed = Set.copyOf(viewedAssignment.get_executor_node_port().values());
            for (NodeInfo node : Set.copyOf(next.get_executor_node_port().values())) {
                if (routed.contains(node)) {
                    continue;
                }
                Place place = Place.of(node);
                String host = next.get_node_host().get(place.node());
                if (host != null && !place.equals(firstNote.place())) {
                    connections.connectEarly(host, place.port(), tasksIn(next, place));
                }
            }
        }
    }

    private void publish(Note note) {
        Note before = publishedNote;
        publishedNote = note;
        var unused =
                boardThread.submit(
                        () -> {
                            try {
                                readNoteNames();
                                // Before the write, as the note may exist even if that fails.
                                ownNote.onWritten();
                                board.replaceNote(before, note);
                            } catch (RuntimeException e) {
                                LOG.warn(
                                        "Eyewall: cannot write the note {}; it is tried again",
                                        note,
                                        e);
                            }
                        });
    }
}
