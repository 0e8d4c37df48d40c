package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shuffle grouping: chooses the tasks in rotation, so that each gets the same number of tuples
 * (Storm: grouping/ShuffleGrouping.java). On a busy core one task gets a run of tuples before the
 * next task does, so that whole batches cross to other cores and no choice has to be made per
 * tuple. If a tuple takes long, runs save nothing and delay the tuples behind them. So runs are
 * bounded by time, too (decision 115). The length of a run changes only between rounds, a round
 * being one run for every task; otherwise the tasks' shares would differ.
 *
 * <p>While all cores that run tasks are busy, rounds go to the tasks on the emitter's own core as
 * long as the other emitters, which do the same, keep up (decision 125). Local-or-shuffle grouping
 * always prefers the tasks on its own core, except while that core has no capacity left and another
 * core with tasks has: then the work is spread over all tasks.
 */
@SuppressWarnings("unused") // padding
final class ShuffleGrouper extends Grouper {
    private static final MethodHandle START_RUN = startRunHandle();

    static {
        // Links the method handle now, while there is enough stack.
        invoke(MethodHandles.empty(START_RUN.type()), null);
    }

    private static final long MAX_RUN_TUPLES = 64;

    /** Maximum time for which a run may occupy its task, because the tuples behind it wait. */
    private static final long MAX_RUN_NS = 50_000;

    /**
     * Number of tuples that near tasks get before the state of the other cores is checked again.
     */
    private static final long NEAR_TUPLES_PER_CLAIM = 1_024;

    /**
     * Maximum number of tuples in a round of near tasks. With more, other cores would be idle for
     * long.
     */
    private static final long MAX_NEAR_TUPLES = 4_096;

    /**
     * The least time per tuple with which local-or-shuffle grouping shares the work of full cores.
     * The way to another core costs a tenth of it, at most.
     */
    private static final long MIN_SHARED_NS = 5_000;

    /** Number of tuples that the current task still gets in its run. */
    private long remainingInRun;

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
    private final NearShares shares;
    private final int count;
    private int current;
    private long runLength = 1;

    /** Time per tuple of the slowest task that has had a run in this round; 0 if unknown. */
    private long slowestNs;

    /** Remaining rounds that go to near tasks only. */
    private long nearRounds;

    /** Whether this round belongs to near tasks only if {@link #nearRounds} says so. */
    private boolean isShared;

    /**
     * Handle of {@link #startRun}. Not final, so that it is no constant to the JIT compiler, which
     * then can't inline the method. The method is seldom called, and would make {@link #choose} too
     * large to be inlined itself.
     */
    private MethodHandle nonConstantStartRun = START_RUN;

    private ShuffleGrouper(
            Targets targets, Endpoint emitter, boolean preferLocal, NearShares shares, int start) {
        super(targets.endpoints());
        this.targets = targets;
        this.emitter = emitter;
        this.shares = shares;
        this.preferLocal = preferLocal;
        this.isShared = !preferLocal;
        this.count = targetCount();
        this.current = Math.floorMod(start, count);
    }

    /**
     * Creates a shuffle grouping.
     *
     * @param emitter the task whose core counts as near
     * @param shares the near shares of the subscription
     * @param start any number, which determines the first task; should differ among the tasks of a
     *     component
     */
    static ShuffleGrouper shuffle(Targets targets, Endpoint emitter, NearShares shares, int start) {
        return new ShuffleGrouper(targets, emitter, false, shares, start);
    }

    /** Creates a local-or-shuffle grouping; the parameters are those of {@link #shuffle}. */
    static ShuffleGrouper localOrShuffle(
            Targets targets, Endpoint emitter, NearShares shares, int start) {
        return new ShuffleGrouper(targets, emitter, true, shares, start);
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
        if (--remainingInRun < 0) {
            invoke(nonConstantStartRun, this);
        }
        return current;
    }

    @SuppressWarnings("NullAway") // only a handle that does nothing is called with null
    private static void invoke(MethodHandle handle, @Nullable ShuffleGrouper grouper) {
        try {
            handle.invokeExact(grouper);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // startRun declares no exception
        }
    }

    private void startRun() {
        Core ownCore = emitter.core();
        int last = current;
        int next = prefersNear(ownCore) ? targets.nextIndexOn(ownCore, last + 1) : -1;
        current = next >= 0 ? next : last + 1 == count ? 0 : last + 1;
        if (current <= last) {
            startRound(ownCore);
        }
        slowestNs = Math.max(slowestNs, targets.endpoints()[current].callNs());
        remainingInRun = runLength - 1;
    }

    private boolean prefersNear(Core ownCore) {
        if (preferLocal && !ownCore.isFull()) {
            return true;
        }
        return isShared ? nearRounds > 0 : !targets.isOtherCoreIdle(ownCore);
    }

    private void startRound(Core ownCore) {
        boolean isBusy = ownCore.isBusy();
        if (nearRounds > 0 && --nearRounds > 0) {
            if (isBusy && !targets.isOtherCoreIdle(ownCore)) {
                return; // near tasks continue to get the tuples that were claimed
            }
            shares.giveBack(ownCore, nearRounds * runLength);
            nearRounds = 0;
        }
        isShared = !preferLocal || (slowestNs >= MIN_SHARED_NS && ownCore.isFull());
        runLength = isBusy ? Math.min(MAX_RUN_TUPLES, runLength * 2) : 1;
        if (slowestNs * runLength > MAX_RUN_NS) {
            runLength = Math.max(1, MAX_RUN_NS / slowestNs);
        }
        slowestNs = 0;
        if (isShared) {
            nearRounds = isBusy ? claimNearRounds(ownCore) : 0;
            current = nearRounds > 0 ? targets.nextIndexOn(ownCore, 0) : 0;
        }
    }

    /** Claims rounds for the near tasks; returns how many they get. */
    private long claimNearRounds(Core ownCore) {
        long tuplesPerRound = runLength * targets.countOn(ownCore);
        if (tuplesPerRound == 0
                || tuplesPerRound > MAX_NEAR_TUPLES
                || !targets.isAnyTaskElsewhere(ownCore)
                || targets.isOtherCoreIdle(ownCore)) {
            return 0;
        }
        long rounds = Math.max(1, Math.min(runLength, NEAR_TUPLES_PER_CLAIM / tuplesPerRound));
        return shares.claim(ownCore, targets.otherCores(ownCore), rounds * runLength) ? rounds : 0;
    }
}
