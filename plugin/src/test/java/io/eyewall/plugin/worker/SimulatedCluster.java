package io.eyewall.plugin.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one topology with a board between them, in virtual time: who reads, decides and writes
 * when is drawn. Executor 0 is the spout.
 */
final class SimulatedCluster {
    static final Limits LIMITS = new Limits(60_000, 10_000, 25_000);
    private static final int TURN_MS = 20;

    final class Worker {
        final Place place;
        final Set<Integer> executors;
        final String id;
        final long startMs = nowMs;
        final Switch decisions;
        Switch.@Nullable Orders orders;
        @Nullable Note published;
        @Nullable Note toPublish;
        boolean alive = true;
        boolean frozen;
        private Switch.@Nullable Target target;
        private List<Note> read = List.of();

        Worker(Place place, Set<Integer> executors, boolean checkpoints) {
            this.place = place;
            this.executors = executors;
            id = place + "-" + ++started;
            decisions = new Switch(place, checkpoints, LIMITS);
        }

        boolean works(int executor) {
            return alive
                    && executors.contains(executor)
                    && orders != null
                    && orders.open()
                    && !orders.paused();
        }

        /** One of: write what was decided; read; decide by what was read. */
        void act() {
            if (toPublish != null) {
                board.add(toPublish);
                if (published != null && !published.equals(toPublish)) {
                    board.remove(published);
                }
                published = toPublish;
                toPublish = null;
            } else if (target == null) {
                target =
                        new Switch.Target(
                                version,
                                assignment.keySet(),
                                executors.equals(assignment.get(place)));
                read =
                        Notes.latestOf(board).stream()
                                .filter(note -> !note.place().equals(place))
                                .toList();
            } else {
                Switch.Orders before = orders;
                boolean paused = before != null && before.paused();
                boolean checkpointsPaused = before != null && before.checkpointsPaused();
                boolean quiet = paused && checkpointsPaused && random.nextInt(3) > 0;
                orders =
                        decisions.step(
                                new Switch.Inputs(
                                        nowMs,
                                        target,
                                        read,
                                        new Switch.Condition(
                                                nowMs - startMs >= startTakesMs
                                                        && random.nextInt(3) > 0,
                                                paused && random.nextInt(3) > 0,
                                                quiet,
                                                random.nextInt(3) > 0)));
                target = null;
                toPublish =
                        new Note(
                                orders.version(),
                                orders.stage(),
                                orders.member(),
                                place,
                                startMs,
                                id);
                if (orders.exit()) {
                    alive = false;
                    dead.add(this);
                }
            }
        }
    }

    final Random random;
    final List<Worker> workers = new ArrayList<>();
    final List<Worker> dead = new ArrayList<>();
    long startTakesMs = 3_000;
    long nowMs = 1_000;
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
        Map<Place, Set<Integer>> next = new HashMap<>();
        bySlot.forEach((slot, executors) -> next.put(slot(slot), executors));
        assignment = Map.copyOf(next);
        version++;
    }

    int version() {
        return version;
    }

    /** As kill -9; its note stays until its supervisor takes it away. */
    void crash(Worker worker) {
        worker.alive = false;
        dead.add(worker);
    }

    /** 20 ms: supervisors first, then workers in drawn order. */
    void turn() {
        nowMs += TURN_MS;
        for (Worker worker : new ArrayList<>(dead)) {
            if (random.nextInt(20) == 0) { // its note and its slot are cleaned up
                board.removeIf(note -> note.workerId().equals(worker.id));
                workers.remove(worker);
                dead.remove(worker);
            }
        }
        Set<Place> taken = workers.stream().map(worker -> worker.place).collect(Collectors.toSet());
        assignment.forEach(
                (place, executors) -> {
                    if (!taken.contains(place) && random.nextInt(20) == 0) {
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

    private void check() {
        Set<Integer> atWork = new HashSet<>();
        for (Worker worker : workers) {
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
        return workers.stream().anyMatch(w -> w.alive && w.orders != null && w.orders.paused());
    }

    Worker at(int slot) {
        return workers.stream()
                .filter(worker -> worker.place.equals(slot(slot)))
                .findFirst()
                .orElseThrow();
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
