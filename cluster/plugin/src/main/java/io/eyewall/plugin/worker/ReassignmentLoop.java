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
 * thread, so that limits apply even while ZooKeeper is slow.
 */
final class ReassignmentLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ReassignmentLoop.class);
    private static final long IDLE_MS = 500;
    private static final long STARTING_MS = 200;
    private static final long PAUSED_MS = 20;
    private static final long PER_WORKER_MS = 1;
    private static final int LOOKS = 10;
    private static final long BOARD_LIMIT_MS = 2_000;

    private final Board board;
    private final Note start;
    private final Set<List<Long>> own;
    private final ReassignmentStateMachine decisions;
    private final SpoutGates gates;
    private final AssignmentView view;
    private final WorkerInternals worker;
    private final EarlyConnections connections;
    private final BooleanSupplier isGivenUp;
    private final Runnable end;
    private final ExecutorService boardThread;

    /** Used only by the board's thread. */
    private final OwnNote ownNote;

    private @Nullable Future<BoardState> reading;
    private Board.Versioned newest;
    private Assignment shown;
    private List<String> names = List.of();
    private ReassignmentStateMachine.@Nullable Orders last;
    private @Nullable Note published;
    private int looks;

    /** Whether notes were lost since the last decision. */
    private boolean lost;

    private volatile boolean settled;
    private volatile boolean watching;

    /** The version of the displayed view. */
    private volatile int wanted;

    /** The version for which connections were opened last. */
    private volatile int refreshed;

    /** Used only by Storm's thread. */
    private int due;

    /**
     * @param newest the newest assignment; empty if there is none any more
     * @param names the names of the notes
     * @param lost whether this worker's notes had vanished before
     */
    private record BoardState(Optional<Board.Versioned> newest, List<String> names, boolean lost) {}

    /**
     * @param first the assignment with which the worker was created
     * @param start the worker's first note, with the version of that assignment
     * @param isGivenUp returns whether the supervisor has given up this worker
     * @param end ends the process; may block
     */
    ReassignmentLoop(
            Board board,
            Board.Versioned first,
            Note start,
            ReassignmentStateMachine decisions,
            SpoutGates gates,
            AssignmentView view,
            WorkerInternals worker,
            EarlyConnections connections,
            BooleanSupplier isGivenUp,
            Runnable end) {
        this.board = board;
        newest = first;
        shown = first.assignment();
        this.start = start;
        this.decisions = decisions;
        this.gates = gates;
        this.view = view;
        this.worker = worker;
        this.connections = connections;
        this.isGivenUp = isGivenUp;
        this.end = end;
        own = executors(first.assignment(), start.place());
        ownNote = new OwnNote(start.workerId());
        wanted = first.version();
        refreshed = first.version();
        boardThread =
                Executors.newSingleThreadExecutor(
                        command -> {
                            Thread thread = new Thread(command, "eyewall-smooth-zookeeper");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    static Set<List<Long>> executors(Assignment assignment, Place place) {
        return assignment.get_executor_node_port().entrySet().stream()
                .filter(entry -> Place.of(entry.getValue()).equals(place))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static List<Integer> tasks(Assignment assignment, Place place) {
        return executors(assignment, place).stream()
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
        boolean going = true;
        while (going) {
            try {
                going = runStep();
                Thread.sleep(sleepMs());
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.warn("Eyewall: a step of the re-assignment failed; it is tried again", e);
                going = sleep();
            }
        }
    }

    private static boolean sleep() {
        try {
            Thread.sleep(IDLE_MS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private long sleepMs() {
        ReassignmentStateMachine.Orders orders = last;
        if (orders == null || orders.stage() == Stage.ACTIVE) {
            return IDLE_MS;
        }
        return (orders.paused() ? PAUSED_MS : STARTING_MS) + PER_WORKER_MS * names.size();
    }

    /** Reads the board once and acts on it; returns false when the worker has to end. */
    private boolean runStep() throws InterruptedException {
        if (isGivenUp.getAsBoolean()) {
            LOG.info("Eyewall: the supervisor has given up this worker; the worker ends");
            end.run();
            return false;
        }
        BoardState seen = readBoard();
        if (seen != null) {
            names = seen.names();
            if (seen.newest().isEmpty()) {
                LOG.info("Eyewall: the topology has no assignment any more; the worker ends");
                view.show(null);
                end.run();
                return false;
            }
            newest = seen.newest().get();
            if (seen.lost()) {
                lost = true;
                LOG.warn(
                        "Eyewall: this worker's ZooKeeper session had ended, so others may have"
                                + " considered it dead; it continues with version {}",
                        newest.version());
            }
        }
        ReassignmentStateMachine.Inputs inputs = inputs();
        ReassignmentStateMachine.Orders before = last;
        ReassignmentStateMachine.Orders orders = decisions.step(inputs);
        lost = false;
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
        Future<BoardState> now = reading;
        if (now == null) {
            Board.Versioned known = newest;
            // A paused worker polls often, and the notes alone: these announce a newer version,
            // too.
            boolean notesAlone = last != null && last.paused() && ++looks % LOOKS != 0;
            now = boardThread.submit(() -> read(known, notesAlone));
            reading = now;
        }
        try {
            BoardState seen = now.get(BOARD_LIMIT_MS, TimeUnit.MILLISECONDS);
            reading = null;
            return seen;
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            reading = null;
            LOG.warn("Eyewall: ZooKeeper cannot be read; it is tried again", e.getCause());
            return null;
        }
    }

    private BoardState read(Board.Versioned known, boolean notesAlone) {
        BoardState seen = readOnce(known, notesAlone && !ownNote.isLost());
        if (seen.lost() || !ownNote.isLost()) {
            return seen;
        }
        // If notes were lost during the read, the assignment may be older than the loss.
        return readOnce(known, false);
    }

    private BoardState readOnce(Board.Versioned known, boolean notesAlone) {
        if (notesAlone) {
            List<String> found = notes();
            boolean isNewest =
                    Notes.latest(found).stream()
                            .allMatch(note -> note.version() <= known.version());
            if (isNewest || ownNote.isLost()) {
                return new BoardState(Optional.of(known), found, false);
            }
        }
        boolean lostBefore = ownNote.isLost();
        Optional<Integer> version = board.version();
        if (version.isEmpty()) {
            return new BoardState(Optional.empty(), List.of(), false);
        }
        Optional<Board.Versioned> found =
                version.get() == known.version() ? Optional.of(known) : board.assignment();
        List<String> names = notes();
        if (lostBefore) {
            ownNote.takeLost();
        }
        return new BoardState(found, names, lostBefore);
    }

    private List<String> notes() {
        List<String> found = board.notes();
        ownNote.check(Notes.parsed(found));
        return found;
    }

    private ReassignmentStateMachine.Inputs inputs() {
        Assignment assignment = newest.assignment();
        Set<Place> slots = Set.copyOf(Place.of(assignment));
        boolean mine = !own.isEmpty() && executors(assignment, start.place()).equals(own);
        List<Note> others =
                Notes.latest(names).stream()
                        .filter(note -> !note.place().equals(start.place()))
                        .toList();
        return new ReassignmentStateMachine.Inputs(
                System.nanoTime() / 1_000_000,
                new ReassignmentStateMachine.Target(newest.version(), slots, mine),
                others,
                condition(),
                lost);
    }

    private ReassignmentStateMachine.Condition condition() {
        ReassignmentStateMachine.Orders before = last;
        boolean connected =
                refreshed == (before == null ? start.version() : before.view())
                        && worker.connectionsAreReady();
        boolean started = (before != null && before.open()) || worker.isStarted(gates.waiting());
        boolean idle = worker.queuesAreEmpty();
        return new ReassignmentStateMachine.Condition(
                connected && started, gates.isDrained() && idle, gates.isQuiet(), idle);
    }

    private void apply(ReassignmentStateMachine.Orders orders) {
        ReassignmentStateMachine.Orders before = last;
        gates.apply(orders);
        connectEarly(orders);
        if (orders.view() == newest.version() && orders.view() != wanted) {
            shown = newest.assignment();
            view.show(shown);
            wanted = orders.view();
        }
        settled = orders.stage() == Stage.ACTIVE;
        if (!watching && (!settled || refreshed != wanted)) {
            watching = true; // set before the other thread can reset it
            if (!worker.watchConnections(this::isOver, this::isDue, this::refreshed)) {
                watching = false;
            }
        }
        if (before == null
                || before.version() != orders.version()
                || before.stage() != orders.stage()
                || before.paused() != orders.paused()) {
            LOG.info("Eyewall: {} with {} others", orders, names.size());
        }
        last = orders;
        Note note =
                new Note(
                        orders.version(),
                        orders.stage(),
                        orders.member(),
                        start.place(),
                        start.startMs(),
                        start.workerId());
        if (!note.equals(published) || !names.contains(note.name())) {
            publish(note);
        }
        if (orders.exit()) {
            LOG.info(
                    "Eyewall: the new assignment {} does not contain this worker; the worker ends",
                    orders);
            end.run();
        }
    }

    private boolean isDue() {
        due = wanted;
        return due != refreshed;
    }

    private void refreshed() {
        refreshed = due;
    }

    private boolean isOver() {
        boolean over = settled && wanted == refreshed;
        watching = !over;
        return over;
    }

    /**
     * Connects to slots that this worker does not send to yet, while the new workers there start.
     */
    private void connectEarly(ReassignmentStateMachine.Orders orders) {
        if (orders.stage() == Stage.ACTIVE) {
            connections.closeUnused();
        } else if (orders.open() && orders.member() && orders.view() != orders.version()) {
            Assignment next = newest.assignment();
            Set<NodeInfo> routed = Set.copyOf(shown.get_executor_node_port().values());
            for (NodeInfo node : Set.copyOf(next.get_executor_node_port().values())) {
                if (routed.contains(node)) {
                    continue;
                }
                Place place = Place.of(node);
                String host = next.get_node_host().get(place.node());
                if (host != null && !place.equals(start.place())) {
                    connections.connect(host, place.port(), tasks(next, place));
                }
            }
        }
    }

    private void publish(Note note) {
        Note before = published;
        published = note;
        var unused =
                boardThread.submit(
                        () -> {
                            try {
                                notes();
                                // Recorded before, because the note may exist even after a failure.
                                ownNote.onWritten();
                                board.put(before, note);
                            } catch (RuntimeException e) {
                                LOG.warn(
                                        "Eyewall: cannot write the note {}; it is tried again",
                                        note,
                                        e);
                            }
                        });
    }
}
