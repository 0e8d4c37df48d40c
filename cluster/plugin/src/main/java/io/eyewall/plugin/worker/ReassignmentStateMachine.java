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
 * assignment that has this worker's executors in its slot; otherwise it <i>leaves</i>. New workers
 * start while the others continue by the old assignment. When all workers that can be ready are,
 * all spouts pause (a tuple tree cannot be moved: its acker's task would be in one worker for its
 * beginning and in another for its end). When all emitted messages are acked, members route by the
 * new assignment. When all members do, spouts continue, the new workers' spouts are opened, and
 * leaving workers end. Each step waits for the notes of all others.
 *
 * <p>Why no spout works twice: the spouts of a new worker are opened when each note is about this
 * version and each leaving worker is QUIET. A worker that was QUIET continues only by a newer
 * version for which all others are at least QUIET, too. A worker that had to leave, and is a member
 * of the newer version, is treated as new, because others may have its executors. The limits ensure
 * that leaving workers end before new workers stop waiting. A worker whose notes expired was
 * considered dead, and learns that when it reads the board again: it ends if it is no member, and
 * is treated as new if others may have its executors.
 *
 * <p>A worker that dies loses the tuples on their way to it, so the others must not wait for them.
 * Before QUIET, all workers give up an old assignment that sends to a dead worker. From QUIET on,
 * when no worker uses the old assignment any more, a worker gives up when it sees that a member is
 * gone.
 */
final class ReassignmentStateMachine {
    /**
     * The newest assignment.
     *
     * @param version the assignment's version
     * @param slots the slots that it uses
     * @param mine whether it has exactly this worker's executors in this worker's slot
     */
    record Target(int version, Set<Place> slots, boolean mine) {}

    /**
     * This worker's own condition under the previous orders.
     *
     * @param ready whether it has all connections of its view and, if it is new, has prepared all
     *     that it may
     * @param drained whether its spouts are paused without pending messages
     * @param quiet whether the checkpoint spout is paused, too, and leaving spouts are deactivated
     * @param idle whether no tuple waits in it
     */
    record Condition(boolean ready, boolean drained, boolean quiet, boolean idle) {}

    /**
     * @param nowMs the time
     * @param target the newest assignment
     * @param others the latest notes of all other workers
     * @param own this worker's condition
     * @param lost whether this worker's notes had vanished from the board before this target was
     *     read, so that others may consider it dead
     */
    record Inputs(long nowMs, Target target, List<Note> others, Condition own, boolean lost) {}

    /**
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
     * Whether it was quiet in this pause by an earlier version, so that others may have switched.
     */
    private boolean wasQuiet;

    /**
     * Whether its spouts and states may be open elsewhere, because it had to leave or was
     * considered dead.
     */
    private boolean handedOver;

    private boolean exit;
    private boolean late;
    private boolean inPlace;
    private long seenMs;
    private long pausedMs;

    /**
     * @param checkpoints whether the topology has a checkpoint spout
     */
    ReassignmentStateMachine(Place place, boolean checkpoints, SwitchLimits limits) {
        this.place = place;
        this.checkpoints = checkpoints;
        this.limits = limits;
    }

    Orders step(Inputs in) {
        boolean keptAll = keptAllSince(in);
        if (in.target().version() != version) {
            begin(in);
        }
        if (in.lost() && open) {
            rejoin(in, keptAll);
        }
        in.others().stream()
                .filter(note -> note.member() && note.isAt(version, Stage.READY))
                .forEach(note -> wereReady.add(note.place()));
        boolean moved = true;
        while (moved && !exit && stage != Stage.ACTIVE) {
            moved = advance(in);
        }
        if (!exit && stage != Stage.ACTIVE) {
            giveUp(in);
        }
        return new Orders(
                version, stage, member, view, paused, checkpointsPaused, open, exit, late);
    }

    private void begin(Inputs in) {
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
        version = in.target().version();
        member = in.target().mine();
        stage = Stage.SEEN;
        seenMs = in.nowMs();
        inPlace = false;
        late = false;
        if (!open) {
            adopt(in); // this worker sends nothing yet
            exit = !member;
        }
    }

    /**
     * Returns whether no version since the last step can have assigned this worker's executors to
     * another.
     */
    private boolean keptAllSince(Inputs in) {
        return in.target().version() == version || (member && in.target().version() == version + 1);
    }

    /** Handles that the others considered this worker dead and did not wait for it. */
    private void rejoin(Inputs in, boolean keptAll) {
        if (!member) {
            exit = true;
        } else if (!keptAll) {
            paused = true;
            checkpointsPaused = true;
            pausedMs = in.nowMs();
            wasQuiet = true;
            handedOver = true;
        }
    }

    /**
     * Advances by one stage if its condition holds; returns whether it did, so that the next stage
     * can be checked.
     */
    private boolean advance(Inputs in) {
        Stage before = stage;
        switch (stage) {
            case SEEN -> {
                if (open || in.own().ready()) {
                    stage = Stage.READY;
                }
            }
            case READY -> pause(in);
            case DRAINED -> {
                checkpointsPaused = !checkpoints || allOthers(in, Stage.DRAINED);
                if (checkpointsPaused && in.own().quiet()) {
                    stage = Stage.QUIET;
                }
            }
            case QUIET -> {
                if (!member) {
                    exit = mayEnd(in);
                } else {
                    route(in);
                }
            }
            case SWITCHED -> {
                if (allSlots(in, Stage.SWITCHED) && isSwitchOver(in)) {
                    activate(in);
                }
            }
            case ACTIVE -> {}
        }
        return stage != before;
    }

    private void pause(Inputs in) {
        if (isUndisputed(in)) {
            activate(in);
        } else if (!paused) {
            if (canPause(in)) {
                paused = true;
                pausedMs = in.nowMs();
            }
        } else if (in.own().drained()) {
            stage = Stage.DRAINED;
        }
    }

    /**
     * Switches the routing when all members are quiet: earlier, a connection could lead to the
     * worker that a member replaces.
     */
    private void route(Inputs in) {
        if (!allOthers(in, Stage.QUIET) || !allSlots(in, Stage.QUIET)) {
            return;
        }
        if (view != version) {
            adopt(in); // the next step checks the connections
        } else if (in.own().ready()) {
            stage = Stage.SWITCHED;
        }
    }

    /**
     * Returns whether no worker leaves or pauses: whatever should be waited for is lost already, as
     * on Storm.
     */
    private boolean isUndisputed(Inputs in) {
        return member
                && !paused
                && in.others().stream()
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
    private boolean canPause(Inputs in) {
        if (!allOthers(in, Stage.SEEN)) {
            return false;
        }
        Set<Place> needed = new HashSet<>(in.target().slots());
        needed.remove(place);
        for (Note note : in.others()) {
            if (!note.member() || note.stage().compareTo(Stage.READY) >= 0) {
                inPlace |= !note.member() && in.target().slots().contains(note.place());
                needed.remove(note.place());
            }
        }
        inPlace |= !member && in.target().slots().contains(place);
        return needed.isEmpty();
    }

    private boolean mayEnd(Inputs in) {
        if (in.target().slots().contains(place)) {
            return allOthers(in, Stage.QUIET); // the next worker will start in this slot
        }
        return allSlots(in, Stage.SWITCHED) && in.own().idle();
    }

    private boolean allOthers(Inputs in, Stage least) {
        return in.others().stream().allMatch(note -> note.isAt(version, least));
    }

    /**
     * Returns whether each slot of the assignment has a member at a stage; this worker counts as
     * one.
     */
    private boolean allSlots(Inputs in, Stage least) {
        Set<Place> needed = new HashSet<>(in.target().slots());
        if (member) {
            needed.remove(place);
        }
        in.others().stream()
                .filter(note -> note.member() && note.isAt(version, least))
                .forEach(note -> needed.remove(note.place()));
        return needed.isEmpty();
    }

    private void adopt(Inputs in) {
        view = version;
        viewSlots = in.target().slots();
    }

    private void activate(Inputs in) {
        adopt(in);
        stage = Stage.ACTIVE;
        paused = false;
        checkpointsPaused = false;
        open = true;
        wasQuiet = false;
        handedOver = false;
    }

    /**
     * Changes over as Storm does if a pause takes too long, or if the old assignment sends to a
     * dead worker, because its pending tuples are lost and would be waited for. No worker ends or
     * changes over because new workers take long to be ready: Nimbus may still withdraw the
     * assignment.
     */
    private void giveUp(Inputs in) {
        long nowMs = in.nowMs();
        if (member && stage.compareTo(Stage.QUIET) >= 0 && hasLostMember(in) && isSwitchOver(in)) {
            late = true;
        } else if (!open || (member && handedOver)) {
            late = nowMs - seenMs > limits.allMs() && isSwitchOver(in);
        } else if (stage.compareTo(Stage.QUIET) < 0 && isBroken(in)) {
            late = true;
        } else if (paused) {
            late = nowMs - pausedMs > limits.pauseMs() + (inPlace ? limits.startMs() : 0);
        } else {
            late = false; // the old assignment is served and stays until the new one can be
        }
        if (late && member) {
            activate(in);
        } else if (late) {
            exit = true;
        }
    }

    /** Returns whether a member that was ready is gone or was restarted. */
    private boolean hasLostMember(Inputs in) {
        Set<Place> missing = new HashSet<>(wereReady);
        in.others().stream()
                .filter(note -> note.member() && note.isAt(version, Stage.READY))
                .forEach(note -> missing.remove(note.place()));
        return !missing.isEmpty();
    }

    /**
     * Returns whether every other worker works by this assignment, or is quiet because it leaves.
     */
    private boolean isSwitchOver(Inputs in) {
        return in.others().stream()
                .allMatch(
                        note ->
                                note.version() == version
                                        && (note.member() || note.isAt(version, Stage.QUIET)));
    }

    private boolean isBroken(Inputs in) {
        Set<Place> missing = new HashSet<>(viewSlots);
        missing.remove(place);
        in.others().forEach(note -> missing.remove(note.place()));
        return !missing.isEmpty();
    }
}
