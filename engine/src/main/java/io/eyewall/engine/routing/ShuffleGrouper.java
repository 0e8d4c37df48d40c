package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shuffle grouping: the tasks in turn, so that each gets the same number (Storm:
 * grouping/ShuffleGrouping.java). On a busy core one task gets a run of tuples before the next
 * does, so that whole batches cross to other cores and nothing is asked for each tuple. Where a
 * tuple takes long that saves nothing, and what is behind it waits: runs are bounded by time, too
 * (decision 115). A run's length changes between rounds only, or shares would differ.
 *
 * <p>While all cores that run tasks are busy, rounds go to the tasks on the emitter's own core as
 * long as the others, who do the same, keep up (decision 125). Local-or-shuffle prefers them
 * always, except while its core can do no more and a core with other tasks can: then the work is
 * spread over all.
 */
@SuppressWarnings("unused") // padding
final class ShuffleGrouper extends Grouper {
    private static final MethodHandle START_RUN = startRunHandle();

    static {
        call(MethodHandles.empty(START_RUN.type()), null); // linked while there is stack enough
    }

    private static final long LONGEST_RUN = 64;

    /** What a run may take its task: those behind it wait so long. */
    private static final long LONGEST_RUN_NS = 50_000;

    /** So many tuples go to near tasks before the others are looked at again. */
    private static final long NEAR_TUPLES = 1_024;

    /** Where a round of near tasks takes more, other cores would be idle for long. */
    private static final long MOST_NEAR_TUPLES = 4_096;

    /** How many tuples more the current task gets. */
    private long left;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final Targets targets;
    private final Endpoint emitter;
    private final boolean preferLocal;
    private final @Nullable NearShares shares;
    private final int count;
    private int current;
    private long runLength = 1;

    /** How long a tuple takes the slowest task that has had a run in this round; 0 if unknown. */
    private long slowestNs;

    /** Rounds that the tasks near are still to get alone. */
    private long nearRounds;

    /**
     * {@link #startRun}; not final, so that it is no constant to the compiler, which then can't
     * inline it. It is seldom called, and would make {@link #choose} too large to be inlined.
     */
    private MethodHandle startsRun = START_RUN;

    private ShuffleGrouper(
            Targets targets, Endpoint emitter, @Nullable NearShares shares, int start) {
        super(targets.endpoints());
        this.targets = targets;
        this.emitter = emitter;
        this.shares = shares;
        this.preferLocal = shares == null;
        this.count = targetCount();
        this.current = Math.floorMod(start, count);
    }

    /**
     * Shuffle grouping.
     *
     * @param emitter whose core counts as local
     * @param shares those of the subscription
     * @param start any number: where to begin; should differ among the tasks of a component
     */
    static ShuffleGrouper even(Targets targets, Endpoint emitter, NearShares shares, int start) {
        return new ShuffleGrouper(targets, emitter, shares, start);
    }

    /** Local-or-shuffle grouping. */
    static ShuffleGrouper local(Targets targets, Endpoint emitter, int start) {
        return new ShuffleGrouper(targets, emitter, null, start);
    }

    private static MethodHandle startRunHandle() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            ShuffleGrouper.class, "startRun", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    protected boolean choosesOne() {
        return true;
    }

    @Override
    protected int choose(List<Object> values) {
        if (--left < 0) {
            call(startsRun, this);
        }
        return current;
    }

    @SuppressWarnings("NullAway") // null is for a handle that does nothing
    private static void call(MethodHandle handle, @Nullable ShuffleGrouper on) {
        try {
            handle.invokeExact(on);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // it declares none
        }
    }

    private void startRun() {
        Core own = emitter.core();
        int last = current;
        int next = prefersNear(own) ? targets.nextOn(own, last + 1) : -1;
        current = next >= 0 ? next : last + 1 == count ? 0 : last + 1;
        if (current <= last) {
            startRound(own);
        }
        slowestNs = Math.max(slowestNs, targets.endpoints()[current].callNs());
        left = runLength - 1;
    }

    private boolean prefersNear(Core own) {
        return preferLocal ? !(own.isFull() && targets.anyIdleBut(own)) : nearRounds > 0;
    }

    private void startRound(Core own) {
        boolean busy = own.isBusy();
        if (nearRounds > 0 && --nearRounds > 0) {
            if (busy && !targets.anyIdleBut(own)) {
                return; // as many to each as was said
            }
            Objects.requireNonNull(shares).giveBack(own, nearRounds * runLength);
            nearRounds = 0;
        }
        runLength = busy ? Math.min(LONGEST_RUN, runLength * 2) : 1;
        if (slowestNs * runLength > LONGEST_RUN_NS) {
            runLength = Math.max(1, LONGEST_RUN_NS / slowestNs);
        }
        slowestNs = 0;
        if (shares != null) {
            nearRounds = busy ? takeNear(own, shares) : 0;
            current = nearRounds > 0 ? targets.nextOn(own, 0) : 0;
        }
    }

    /** How many rounds the tasks near get alone. */
    private long takeNear(Core own, NearShares shares) {
        long round = runLength * targets.countOn(own);
        if (round == 0
                || round > MOST_NEAR_TUPLES
                || !targets.anyNotOn(own)
                || targets.anyIdleBut(own)) {
            return 0;
        }
        long rounds = Math.max(1, Math.min(runLength, NEAR_TUPLES / round));
        return shares.take(own, targets.coresBut(own), rounds * runLength) ? rounds : 0;
    }
}
