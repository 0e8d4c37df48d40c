package io.eyewall.plugin.worker;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * From one assignment of a topology to the next, as one worker does it. Pure: what it knows comes
 * in with {@link #step}, what shall be done goes out, time is an argument. One thread.
 *
 * <p>A worker is <i>new</i> until it was active for the first time; <i>member</i> of an assignment
 * that has its executors in its slot; else it <i>leaves</i>. New workers start while the others go
 * on by the old assignment. When all that can be ready are, all spouts rest (a tuple tree can't be
 * moved: its acker's task would be in one worker for its beginning and in another for its end).
 * When all that was emitted is acked, members route by the new assignment; when all of them do,
 * spouts go on, the new workers' are opened, and those who leave end. Each step waits for notes of
 * all others.
 *
 * <p>Why no spout works twice: the spouts of a new worker are opened when each note is about this
 * version and each that leaves is QUIET. A worker that was QUIET goes on only by a newer version to
 * which all others have said at least QUIET, too; one that was to leave then, and is a member of
 * the newer version, is as a new one: others may have what it had. By limits: who leaves ends
 * before new workers stop waiting. Who was silent until its notes were gone was taken for dead, and
 * learns that when it reads the board again: it ends if it is no member, and is as a new one if
 * others may have what it had.
 *
 * <p>Who dies takes with it what was on its way there, so nobody waits for its tuples: before QUIET
 * the old assignment is given up by all to whom it sends; from then on, when nobody works by the
 * old one any more, by who sees that a member is gone.
 */
final class Switch {
    /**
     * The newest assignment.
     *
     * @param slots that it uses
     * @param mine whether this worker's slot has exactly this worker's executors there
     */
    record Target(int version, Set<Place> slots, boolean mine) {}

    /**
     * This worker's own state, by what was ordered before.
     *
     * @param ready it has all connections of its view; if it is new, all is prepared that may be
     * @param drained its spouts rest and nothing of theirs is under way
     * @param quiet also the checkpoint spout's; spouts that leave are deactivated
     * @param idle no tuple waits in it
     */
    record Condition(boolean ready, boolean drained, boolean quiet, boolean idle) {}

    /**
     * @param others latest notes of all other workers
     * @param lost this worker's notes had gone from the board before this target was read: others
     *     may have taken it for dead
     */
    record Inputs(long nowMs, Target target, List<Note> others, Condition own, boolean lost) {}

    /**
     * @param view the version of the assignment to route by
     * @param paused whether spouts rest
     * @param checkpointsPaused whether the checkpoint spout rests
     * @param open whether spouts and stateful bolts may be opened
     * @param exit the worker has to end
     * @param late this was done as on Storm: a rest took too long, or somebody is dead
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
    private final Limits limits;

    private int version = -1;
    private int view = -1;
    private Set<Place> viewSlots = Set.of();

    /** Members of this version that were ready once. */
    private final Set<Place> wereReady = new HashSet<>();

    private Stage stage = Stage.SEEN;
    private boolean member;
    private boolean paused;
    private boolean checkpointsPaused;
    private boolean open;

    /** In this rest, by an earlier version: others may have switched. */
    private boolean wasQuiet;

    /** Its spouts and states may be open elsewhere: it was to leave, or was taken for dead. */
    private boolean handedOver;

    private boolean exit;
    private boolean late;
    private boolean inPlace;
    private long seenMs;
    private long pausedMs;

    /**
     * @param checkpoints whether the topology has a checkpoint spout
     */
    Switch(Place place, boolean checkpoints, Limits limits) {
        this.place = place;
        this.checkpoints = checkpoints;
        this.limits = limits;
    }

    Orders step(Inputs in) {
        boolean keptAll = ownsSince(in);
        if (in.target().version() != version) {
            begin(in);
        }
        if (in.lost() && open) {
            comeBack(in, keptAll);
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
            paused = false; // nobody has switched without this worker's QUIET: the views are one
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
            adopt(in); // it sends nothing yet
            exit = !member;
        }
    }

    /** Whether no version since the last step can have given what this worker has to another. */
    private boolean ownsSince(Inputs in) {
        return in.target().version() == version || (member && in.target().version() == version + 1);
    }

    /** Others took it for dead, so they did not wait for it. */
    private void comeBack(Inputs in, boolean keptAll) {
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

    /** One step further, if it is time; whether it was, and the next may be looked at at once. */
    private boolean advance(Inputs in) {
        Stage before = stage;
        switch (stage) {
            case SEEN -> {
                if (open || in.own().ready()) {
                    stage = Stage.READY;
                }
            }
            case READY -> rest(in);
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
                if (allSlots(in, Stage.SWITCHED) && noneWorks(in)) {
                    activate(in);
                }
            }
            case ACTIVE -> {}
        }
        return stage != before;
    }

    private void rest(Inputs in) {
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

    /** Not before all members are there: a connection may still be to whom one replaces. */
    private void route(Inputs in) {
        if (!allOthers(in, Stage.QUIET) || !allSlots(in, Stage.QUIET)) {
            return;
        }
        if (view != version) {
            adopt(in); // its connections are looked at by the next step
        } else if (in.own().ready()) {
            stage = Stage.SWITCHED;
        }
    }

    /** Nobody leaves, and nobody rests: what has to be waited for is gone already, as on Storm. */
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

    /** All have seen it, and all members are ready whose slots are not taken by who has to end. */
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
            return allOthers(in, Stage.QUIET); // the next worker starts here
        }
        return allSlots(in, Stage.SWITCHED) && in.own().idle();
    }

    private boolean allOthers(Inputs in, Stage least) {
        return in.others().stream().allMatch(note -> note.isAt(version, least));
    }

    /** Whether each slot of the assignment has a member that is so far; this one is. */
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
     * As Storm does it: when a rest takes too long, or somebody is dead to whom the old assignment
     * sends: what was under way there is lost, and would be waited for. However long new workers
     * take to be ready, nobody ends or changes over for that: Nimbus may withdraw the assignment.
     */
    private void giveUp(Inputs in) {
        long nowMs = in.nowMs();
        if (member && stage.compareTo(Stage.QUIET) >= 0 && hasLostMember(in) && noneWorks(in)) {
            late = true;
        } else if (!open || (member && handedOver)) {
            late = nowMs - seenMs > limits.allMs() && noneWorks(in);
        } else if (stage.compareTo(Stage.QUIET) < 0 && isBroken(in)) {
            late = true;
        } else if (paused) {
            late = nowMs - pausedMs > limits.pauseMs() + (inPlace ? limits.startMs() : 0);
        } else {
            late = false; // the old assignment is served, and stands until the new one can be
        }
        if (late && member) {
            activate(in);
        } else if (late) {
            exit = true;
        }
    }

    /** Whether a member that was ready is gone, or has been started again since. */
    private boolean hasLostMember(Inputs in) {
        Set<Place> missing = new HashSet<>(wereReady);
        in.others().stream()
                .filter(note -> note.member() && note.isAt(version, Stage.READY))
                .forEach(note -> missing.remove(note.place()));
        return !missing.isEmpty();
    }

    /** Whether nobody works by another assignment than this. */
    private boolean noneWorks(Inputs in) {
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
