package io.eyewall.plugin.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one topology with a board between them, in virtual time: who reads, decides and writes
 * when is drawn. Executor 0 is the spout. What is read may be old when it is decided by; what is
 * written may be lost, and is written again, as {@link ReassignmentLoop} does.
 */
final class SimulatedCluster {
    static final SwitchLimits LIMITS = new SwitchLimits(60_000, 10_000, 25_000);
    static final int TURN_MS = 20;

    /** After which ZooKeeper takes away the note of who is silent. */
    static final long SESSION_MS = 20_000;

    /** Before which no supervisor has seen a death, and taken the note away. */
    private static final long CLEANED_MS = 500;

    private static final long HOUR_MS = 3_600_000;

    final class Worker {
        final Place place;
        final Set<Integer> executors;
        final String id;
        final ReassignmentStateMachine decisions;
        ReassignmentStateMachine.@Nullable Orders orders;
        @Nullable Note published;
        @Nullable Note toPublish;
        boolean alive = true;

        /** Does nothing, as in a long collection of garbage. */
        boolean frozen;

        /** Neither reads nor writes notes. */
        boolean cutOff;

        /**
         * Its session has ended though it lives, so its note is gone: nobody can know what it does,
         * until it decides by what it has read since then. It may still decide by what it read
         * before; that doesn't count.
         */
        boolean unknown;

        private boolean hasReadSinceEnd = true;

        private final long readyMs = nowMs + startTakesMs;
        private final long startedByItsClock;
        private long heardMs = nowMs;
        private long diedMs;
        private ReassignmentStateMachine.@Nullable Target target;
        private List<Note> names = List.of();
        private boolean hasRead;
        private boolean lost;
        private final OwnNote ownNote;

        Worker(Place place, Set<Integer> executors, boolean checkpoints) {
            this.place = place;
            this.executors = executors;
            id = place + "-" + ++started;
            ownNote = new OwnNote(id);
            startedByItsClock = nowMs - setBackMs.getOrDefault(place.node(), 0L);
            decisions = new ReassignmentStateMachine(place, checkpoints, LIMITS);
        }

        boolean works(int executor) {
            return alive
                    && executors.contains(executor)
                    && orders != null
                    && orders.open()
                    && !orders.paused();
        }

        boolean isPaused() {
            return alive && orders != null && orders.paused();
        }

        /** Has worked, is going to, and does not now. */
        boolean rests() {
            return alive && orders != null && orders.paused() && orders.open() && orders.member();
        }

        /** One of: write what was decided; read; decide by what was read. */
        void act() {
            if (toPublish != null && !cutOff) {
                write(toPublish);
                toPublish = null;
            } else if (!hasRead && !cutOff) {
                target =
                        new ReassignmentStateMachine.Target(
                                version,
                                assignment.keySet(),
                                executors.equals(assignment.get(place)));
                ownNote.check(board);
                lost = ownNote.takeLost();
                names = List.copyOf(board);
                hasRead = true;
                hasReadSinceEnd = true;
            } else if (target != null) { // by what it has read last, if it is cut off
                decide(target);
                hasRead = false;
            }
        }

        private void die() {
            alive = false;
            diedMs = nowMs;
            dead.add(this);
        }

        private void write(Note note) {
            ownNote.check(board);
            if (losesNotes && random.nextInt(3) == 0) {
                return;
            }
            board.add(note);
            if (published != null && !published.equals(note)) {
                board.remove(published);
            }
            published = note;
            ownNote.onWritten();
        }

        private void decide(ReassignmentStateMachine.Target seen) {
            ReassignmentStateMachine.Orders before = orders;
            boolean paused = before != null && before.paused();
            boolean checkpointsPaused = before != null && before.checkpointsPaused();
            boolean quiet = paused && checkpointsPaused && random.nextInt(3) > 0;
            List<Note> others =
                    Notes.latestOf(names).stream()
                            .filter(note -> !note.place().equals(place))
                            .toList();
            orders =
                    decisions.step(
                            new ReassignmentStateMachine.Inputs(
                                    nowMs,
                                    seen,
                                    others,
                                    new ReassignmentStateMachine.Condition(
                                            nowMs >= readyMs && random.nextInt(3) > 0,
                                            paused && !neverDrained && random.nextInt(3) > 0,
                                            quiet,
                                            random.nextInt(3) > 0),
                                    lost));
            lost = false;
            Note note =
                    new Note(
                            orders.version(),
                            orders.stage(),
                            orders.member(),
                            place,
                            startedByItsClock,
                            id);
            if (!note.equals(published) || !names.contains(note)) {
                toPublish = note;
            }
            if (hasReadSinceEnd) {
                unknown = false;
            }
            if (orders.exit()) {
                die();
            }
        }
    }

    final Random random;
    final List<Worker> workers = new ArrayList<>();
    final List<Worker> dead = new ArrayList<>();

    /** Of workers that are started from now on. */
    long startTakesMs = 3_000;

    long nowMs = 2 * HOUR_MS;

    /** Whether ZooKeeper is so bad that some writes fail. */
    boolean losesNotes;

    /** Whether tuples are under way that nobody will ack. */
    boolean neverDrained;

    private final Set<String> nodesWithoutSupervisor = new HashSet<>();
    private final Map<String, Long> setBackMs = new HashMap<>();

    /** When ZooKeeper takes away what dead workers have left. */
    private final Map<String, Long> expiresMs = new HashMap<>();

    private final List<Note> board = new ArrayList<>();
    private final boolean checkpoints;
    private Map<Place, Set<Integer>> assignment = Map.of();
    private int version = -1;
    private int started;

    SimulatedCluster(long seed, boolean checkpoints) {
        random = new Random(seed);
        this.checkpoints = checkpoints;
    }

    static Place slot(int number) {
        return new Place("node" + number / 2, 6700 + number % 2);
    }

    void assign(Map<Integer, Set<Integer>> bySlot) {
        Map<Place, Set<Integer>> next = new LinkedHashMap<>();
        new TreeMap<>(bySlot).forEach((slot, executors) -> next.put(slot(slot), executors));
        assignment = Collections.unmodifiableMap(next); // in order: a seed repeats its run
        version++;
    }

    int version() {
        return version;
    }

    /** As kill -9; its note stays until its supervisor, or ZooKeeper, takes it away. */
    void crash(Worker worker) {
        worker.die();
    }

    void killSupervisor(String node) {
        nodesWithoutSupervisor.add(node);
    }

    void startSupervisor(String node) {
        nodesWithoutSupervisor.remove(node);
    }

    /** By an hour, for workers that are started from now on. */
    void setBackClock(String node) {
        setBackMs.merge(node, HOUR_MS, Long::sum);
    }

    /** All supervisors are there, all workers go on, all notes are read and written. */
    void heal() {
        nodesWithoutSupervisor.clear();
        losesNotes = false;
        neverDrained = false;
        startTakesMs = 3_000;
        workers.forEach(
                worker -> {
                    worker.frozen = false;
                    worker.cutOff = false;
                });
    }

    /** 20 ms: ZooKeeper and supervisors first, then workers in drawn order. */
    void turn() {
        nowMs += TURN_MS;
        expire();
        for (Worker worker : new ArrayList<>(dead)) {
            boolean noticed = nowMs - worker.diedMs >= CLEANED_MS;
            if (noticed && has(worker.place) && random.nextInt(20) == 0) {
                if (losesNotes && random.nextBoolean()) {
                    expiresMs.put(worker.id, worker.heardMs + SESSION_MS); // it could not
                } else {
                    forget(worker.id);
                }
                workers.remove(worker);
                dead.remove(worker);
            }
        }
        Set<Place> taken = workers.stream().map(worker -> worker.place).collect(Collectors.toSet());
        assignment.forEach(
                (place, executors) -> {
                    if (!taken.contains(place) && has(place) && random.nextInt(20) == 0) {
                        workers.add(new Worker(place, executors, checkpoints));
                    }
                });
        int actions = workers.size() * 3;
        for (int i = 0; i < actions; i++) {
            Worker worker = workers.get(random.nextInt(workers.size()));
            if (worker.alive && !worker.frozen) {
                worker.act();
                check();
            }
        }
    }

    private boolean has(Place place) {
        return !nodesWithoutSupervisor.contains(place.node());
    }

    private void forget(String workerId) {
        board.removeIf(note -> note.workerId().equals(workerId));
    }

    private void expire() {
        for (Worker worker : workers) {
            if (worker.alive && !worker.frozen && !worker.cutOff) {
                worker.heardMs = nowMs;
            } else if (nowMs - worker.heardMs > SESSION_MS) {
                forget(worker.id);
                worker.unknown = true;
                worker.hasReadSinceEnd = false;
            }
        }
        expiresMs.forEach(
                (id, ms) -> {
                    if (nowMs > ms) {
                        forget(id);
                    }
                });
    }

    private void check() {
        Set<Integer> atWork = new HashSet<>();
        for (Worker worker : workers) {
            if (worker.unknown) {
                continue;
            }
            for (int executor : worker.executors) {
                if (worker.works(executor) && !atWork.add(executor)) {
                    throw new AssertionError(
                            "executor " + executor + " works twice: " + describe());
                }
            }
        }
    }

    boolean isSettled() {
        return dead.isEmpty()
                && workers.size() == assignment.size()
                && workers.stream()
                        .allMatch(
                                worker ->
                                        worker.alive
                                                && worker.orders != null
                                                && worker.orders.version() == version
                                                && worker.orders.stage() == Stage.ACTIVE);
    }

    /** Turns until it is settled; how many milliseconds that took. */
    long settle(long limitMs) {
        long sinceMs = nowMs;
        while (!isSettled()) {
            turn();
            if (nowMs - sinceMs > limitMs) {
                throw new AssertionError("not settled: " + describe());
            }
        }
        return nowMs - sinceMs;
    }

    boolean anyPaused() {
        return workers.stream().anyMatch(Worker::isPaused);
    }

    /** To the newest version. */
    boolean anyHasSwitched() {
        return workers.stream()
                .map(worker -> worker.orders)
                .anyMatch(
                        orders ->
                                orders != null
                                        && orders.version() == version
                                        && orders.stage().compareTo(Stage.SWITCHED) >= 0);
    }

    Worker at(int slot) {
        return maybeAt(slot).orElseThrow();
    }

    Optional<Worker> maybeAt(int slot) {
        return workers.stream().filter(worker -> worker.place.equals(slot(slot))).findFirst();
    }

    String describe() {
        return "version "
                + version
                + " "
                + assignment
                + workers.stream()
                        .map(
                                w ->
                                        "\n"
                                                + w.id
                                                + (w.alive ? " " : " dead ")
                                                + w.executors
                                                + " "
                                                + w.orders)
                        .collect(Collectors.joining());
    }
}
