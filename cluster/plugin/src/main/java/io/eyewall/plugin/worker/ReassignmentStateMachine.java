package io.eyewall.plugin.worker;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state machine with which one worker changes from one assignment of its topology to the next.
 * It does no I/O: {@link #step} receives all inputs, including the time, and returns orders. Used
 * by one thread.
 *
 * <p>A worker is <i>new</i> until it was active for the first time. It is a <i>member</i> of an
 * assignment that has this worker's executors in this worker's slot; otherwise it <i>leaves</i>.
 * New workers start while the others continue by the old assignment. When all workers that can be
 * ready are, all spouts pause (a tuple tree cannot be moved: the acker's task would be in one
 * worker at the beginning of the tree and in another at its end). When all emitted messages are
 * acked, members route by the new assignment. When all members route by it, spouts continue, the
 * new workers' spouts are opened, and leaving workers end. Each step waits for the notes of all
 * others.
 *
 * <p>Why no spout works twice: the spouts of a new worker are opened when each note is about this
 * version and each leaving worker is QUIET. A worker that was QUIET continues only by a newer
 * version for which all others are at least QUIET, too. A worker that had to leave, and is a member
 * of the newer version, is treated as new, because others may have its executors. The limits ensure
 * that leaving workers end before new workers stop waiting. A worker whose notes expired was
 * considered dead, and learns that when it reads the board again: it ends if it is no member, and
 * is treated as new if others may have its executors.
 *
 * <p>A worker that dies loses the tuples that are on their way to it, so the other workers must not
 * wait for these tuples. Before QUIET, all workers give up an old assignment that sends to a dead
 * worker. From QUIET on, when no worker uses the old assignment any more, a worker gives up when it
 * sees that a member is gone.
 */
final class ReassignmentStateMachine {
    /**
     * The newest assignment.
     *
     * @param version the assignment's version
     * @param slots the slots that the assignment uses
     * @param containsThisWorker whether the assignment puts exactly this worker's executors into
     *     this worker's slot
     */
    record Target(int version, Set<Place> slots, boolean containsThisWorker) {}

    /**
     * This worker's own condition under the previous orders.
     *
     * @param ready whether the worker has all connections of its view and, if it is new, has
     *     prepared all that it may
     * @param drained whether the worker's spouts are paused without pending messages
     * @param quiet whether the checkpoint spout is paused, too, and leaving spouts are deactivated
     * @param idle whether no tuple waits in the worker
     */
    record Condition(boolean ready, boolean drained, boolean quiet, boolean idle) {}

    /**
     * The inputs of one step.
     *
     * @param nowMs the time by a monotonic clock
     * @param target the newest assignment
     * @param others the latest notes of all other workers
     * @param own this worker's condition
     * @param lost whether this worker's notes had vanished from the board before this target was
     *     read, so that others may consider it dead
     */
    record Inputs(long nowMs, Target target, List<Note> others, Condition own, boolean lost) {}

    /**
     * The result of a step.
     *
     * @param version the version of the assignment that the orders are about
     * @param stage the stage to publish
     * @param member whether this worker is a member
     * @param view the version of the assignment to route by
     * @param paused whether spouts pause
     * @param checkpointsPaused whether the checkpoint spout pauses
     * @param open whether spouts and stateful bolts may be opened
     * @param exit whether the worker has to end
     * @param late whether this change happens as on plain Storm, because a pause took too long or a
     *     worker died
     */
    record Orders(
            int version,
            Stage stage,
            boolean member,
            int view,
            boolean paused,
            boolean checkpointsPaused,
            boolean open,
            boolean exit,
            boolean late) {
        boolean leaving() {
            return paused && !member;
        }
    }

    private final Place place;
    private final boolean checkpoints;
    private final SwitchLimits limits;

    private int version = -1;
    private int view = -1;
    private Set<Place> viewSlots = Set.of();

    /** The members of this version that have been ready. */
    private final Set<Place> wereReady = new HashSet<>();

    private Stage stage = Stage.SEEN;
    private boolean member;
    private boolean paused;
    private boolean checkpointsPaused;
    private boolean open;

    /**
     * Whether this worker was quiet in this pause by an earlier version, so that other workers may
     * have switched.
     */
    private boolean wasQuiet;

    /**
     * Whether this worker's spouts and states may be open in another worker, because this worker
     * had to leave or was considered dead.
     */
    private boolean handedOver;

    private boolean exit;
    private boolean late;

    /** Whether a worker that leaves must end before the next one can start in its slot. */
    private boolean slotMustBeVacated;

    private long versionSeenMs;
    private long pausedSinceMs;

    /**
     * @param checkpoints whether the topology has a checkpoint spout
     */
    ReassignmentStateMachine(Place place, boolean checkpoints, SwitchLimits limits) {
        this.place = place;
        this.checkpoints = checkpoints;
        this.limits = limits;
    }

    /** Evaluates the inputs and returns what the worker has to do until the next step. */
    Orders step(Inputs inputs) {
        boolean keptExecutors = hasKeptExecutors(inputs);
        if (inputs.target().version() != version) {
            beginVersion(inputs);
        }
        if (inputs.lost() && open) {
            rejoin(inputs, keptExecutors);
        }
        inputs.others().stream()
                .filter(note -> note.member() && note.hasReached(version, Stage.READY))
                .forEach(note -> wereReady.add(note.place()));
        boolean advanced = true;
        while (advanced && !exit && stage != Stage.ACTIVE) {
            advanced = advance(inputs);
        }
        if (!exit && stage != Stage.ACTIVE) {
            changeOverIfOverdue(inputs);
        }
        return new Orders(
                version, stage, member, view, paused, checkpointsPaused, open, exit, late);
    }

    private void beginVersion(Inputs inputs) {
        if (paused && stage.compareTo(Stage.QUIET) >= 0) {
            wasQuiet = true;
            handedOver |= !member;
        }
        if (paused && !wasQuiet) {
            // No worker has switched without this worker's QUIET, so all use the same view.
            paused = false;
            checkpointsPaused = false;
        }
        wereReady.clear();
        version = inputs.target().version();
        member = inputs.target().containsThisWorker();
        stage = Stage.SEEN;
        versionSeenMs = inputs.nowMs();
        slotMustBeVacated = false;
        late = false;
        if (!open) {
            adoptView(inputs); // a new worker may do so at once, because it sends nothing yet
            exit = !member;
        }
    }

    /**
     * Returns whether no other worker can have this worker's executors, because this worker was a
     * member of the last version, and no version between that one and the target was missed.
     */
    private boolean hasKeptExecutors(Inputs inputs) {
        return inputs.target().version() == version
                || (member && inputs.target().version() == version + 1);
    }

    /** Continues after other workers considered this worker dead and did not wait for it. */
    private void rejoin(Inputs inputs, boolean keptExecutors) {
        if (!member) {
            exit = true;
        } else if (!keptExecutors) {
            paused = true;
            checkpointsPaused = true;
            pausedSinceMs = inputs.nowMs();
            wasQuiet = true;
            handedOver = true;
        }
    }

    /**
     * Advances by one stage if its condition holds; returns whether it did, so that the next stage
     * can be checked.
     */
    private boolean advance(Inputs inputs) {
        Stage before = stage;
        switch (stage) {
            case SEEN -> {
                if (open || inputs.own().ready()) {
                    stage = Stage.READY;
                }
            }
            case READY -> advanceFromReady(inputs);
            case DRAINED -> {
                checkpointsPaused = !checkpoints || allOthersReached(inputs, Stage.DRAINED);
                if (checkpointsPaused && inputs.own().quiet()) {
                    stage = Stage.QUIET;
                }
            }
            case QUIET -> {
                if (!member) {
                    exit = mayEnd(inputs);
                } else {
                    switchRouting(inputs);
                }
            }
            case SWITCHED -> {
                if (allSlotsReached(inputs, Stage.SWITCHED) && leavingWorkersAreQuiet(inputs)) {
                    activate(inputs);
                }
            }
            case ACTIVE -> {}
        }
        return stage != before;
    }

    private void advanceFromReady(Inputs inputs) {
        if (needsNoPause(inputs)) {
            activate(inputs);
        } else if (!paused) {
            if (canPause(inputs)) {
                paused = true;
                pausedSinceMs = inputs.nowMs();
            }
        } else if (inputs.own().drained()) {
            stage = Stage.DRAINED;
        }
    }

    /**
     * Switches the routing when all members are quiet: earlier, a connection could lead to the
     * worker that a member replaces.
     */
    private void switchRouting(Inputs inputs) {
        if (!allOthersReached(inputs, Stage.QUIET) || !allSlotsReached(inputs, Stage.QUIET)) {
            return;
        }
        if (view != version) {
            adoptView(inputs); // the next step checks the connections
        } else if (inputs.own().ready()) {
            stage = Stage.SWITCHED;
        }
    }

    /**
     * Returns whether this worker can change over without a pause, because no worker leaves or
     * pauses: the tuples that a pause would wait for are lost already, as on Storm.
     */
    private boolean needsNoPause(Inputs inputs) {
        return member
                && !paused
                && inputs.others().stream()
                        .allMatch(
                                note ->
                                        note.version() == version
                                                && note.member()
                                                && (note.stage().compareTo(Stage.READY) <= 0
                                                        || note.stage() == Stage.ACTIVE));
    }

    /**
     * Returns whether all workers know the version and all members are ready, except in slots of
     * workers that must end first.
     */
    private boolean canPause(Inputs inputs) {
        if (!allOthersReached(inputs, Stage.SEEN)) {
            return false;
        }
        Set<Place> needed = new HashSet<>(inputs.target().slots());
        needed.remove(place);
        for (Note note : inputs.others()) {
            if (!note.member() || note.stage().compareTo(Stage.READY) >= 0) {
                slotMustBeVacated |=
                        !note.member() && inputs.target().slots().contains(note.place());
                needed.remove(note.place());
            }
        }
        slotMustBeVacated |= !member && inputs.target().slots().contains(place);
        return needed.isEmpty();
    }

    /** Returns whether this worker, which leaves and is quiet, may end. */
    private boolean mayEnd(Inputs inputs) {
        if (inputs.target().slots().contains(place)) {
            return allOthersReached(inputs, Stage.QUIET); // the next worker will start in this slot
        }
        return allSlotsReached(inputs, Stage.SWITCHED) && inputs.own().idle();
    }

    private boolean allOthersReached(Inputs inputs, Stage minStage) {
        return inputs.others().stream().allMatch(note -> note.hasReached(version, minStage));
    }

    /**
     * Returns whether each slot of the assignment has a member that has reached a stage; this
     * worker counts as one whatever its stage.
     */
    private boolean allSlotsReached(Inputs inputs, Stage minStage) {
        Set<Place> needed = new HashSet<>(inputs.target().slots());
        if (member) {
            needed.remove(place);
        }
        inputs.others().stream()
                .filter(note -> note.member() && note.hasReached(version, minStage))
                .forEach(note -> needed.remove(note.place()));
        return needed.isEmpty();
    }

    private void adoptView(Inputs inputs) {
        view = version;
        viewSlots = inputs.target().slots();
    }

    private void activate(Inputs inputs) {
        adoptView(inputs);
        stage = Stage.ACTIVE;
        paused = false;
        checkpointsPaused = false;
        open = true;
        wasQuiet = false;
        handedOver = false;
    }

    /**
     * Changes over as Storm does if a pause takes too long, or if the old assignment sends to a
     * dead worker, because the tuples pending there are lost and would be waited for. No worker
     * ends or changes over because new workers take long to be ready: Nimbus may still withdraw the
     * assignment.
     */
    private void changeOverIfOverdue(Inputs inputs) {
        long nowMs = inputs.nowMs();
        if (member
                && stage.compareTo(Stage.QUIET) >= 0
                && hasLostMember(inputs)
                && leavingWorkersAreQuiet(inputs)) {
            late = true;
        } else if (!open || (member && handedOver)) {
            late = nowMs - versionSeenMs > limits.maxWaitMs() && leavingWorkersAreQuiet(inputs);
        } else if (stage.compareTo(Stage.QUIET) < 0 && viewHasDeadWorker(inputs)) {
            late = true;
        } else if (paused) {
            late =
                    nowMs - pausedSinceMs
                            > limits.pauseMs() + (slotMustBeVacated ? limits.startMs() : 0);
        } else {
            late = false; // the old assignment is served and stays until the new one can be
        }
        if (late && member) {
            activate(inputs);
        } else if (late) {
            exit = true;
        }
    }

    /** Returns whether a member that was ready is gone or was restarted. */
    private boolean hasLostMember(Inputs inputs) {
        Set<Place> missing = new HashSet<>(wereReady);
        inputs.others().stream()
                .filter(note -> note.member() && note.hasReached(version, Stage.READY))
                .forEach(note -> missing.remove(note.place()));
        return !missing.isEmpty();
    }

    /**
     * Returns whether the notes of all other workers are about this version and all leaving workers
     * are at least QUIET.
     */
    private boolean leavingWorkersAreQuiet(Inputs inputs) {
        return inputs.others().stream()
                .allMatch(
                        note ->
                                note.version() == version
                                        && (note.member()
                                                || note.hasReached(version, Stage.QUIET)));
    }

    /** Returns whether a slot of the assignment that this worker routes by has no worker. */
    private boolean viewHasDeadWorker(Inputs inputs) {
        Set<Place> missing = new HashSet<>(viewSlots);
        missing.remove(place);
        inputs.others().forEach(note -> missing.remove(note.place()));
        return !missing.isEmpty();
    }
}
