package io.eyewall.model.stepping;

import io.eyewall.rules.EngineDefaults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Simulates the steps of the engine's cores in the order in which they begin (ARCHITECTURE.md, "A
 * tuple's path"). A step handles arrivals, gives spouts their slices, and hands over what is staged
 * for other cores, from time to time ({@link SteppedHandOvers}) and at its end; no step is
 * interrupted. Other cores see items from the moment of their hand-over, never earlier.
 *
 * <p>Not simulated: back-pressure by full receivers, the watcher, which takes a core away during a
 * step that lasts too long, the process's other threads (except for stops by its garbage
 * collector), and disturbances by the host.
 */
public final class EngineSteps {
    /** Bound of the steps per message; with more of them the topology does not keep up. */
    private static final int MAX_STEPS_PER_MESSAGE = 200;

    /** Messages before the measurement, relative to those that are measured. */
    private static final double WARM_UP_SHARE = 0.1;

    /**
     * A topology keeps up if its sources lag behind by no more than this share of the time, and if
     * no more than this share of its messages is pending.
     */
    private static final double MAX_LAG_SHARE = 0.05;

    /** A shorter lag is tolerated even if it is a larger share. */
    private static final double TOLERATED_LAG_NS = 5e6;

    /** Fewer pending messages are tolerated even if they are a larger share. */
    private static final int TOLERATED_PENDING = 500;

    private final Shape shape;
    private final CoreTimes times;
    private final SplittableRandom random;
    private final List<CoreState> cores = new ArrayList<>();
    private final SpoutSteps[] spouts;

    /** By executor: its outputs. */
    private final List<List<SteppedEmitter>> emitters;

    /** By executor: the time at which its dedicated thread has processed all tuples so far. */
    private final double[] threadFreeNs;

    /** By measured message: the time from its emit, or from when it was due, to its completion. */
    private final double[] latenciesNs;

    private final double[] fromDueNs;
    private int emitted;
    private int completed;

    /** Number of completed messages that were measured. */
    private int measured;

    private long wakes;
    private long threadWakes;
    private double nowNs;

    /** The core whose step is simulated at present. */
    private CoreState core;

    private EngineSteps(Shape shape, CoreTimes times, int messages, long seed) {
        this.shape = shape;
        this.times = times;
        this.random = new SplittableRandom(seed);
        this.latenciesNs = new double[messages];
        this.fromDueNs = new double[messages];
        this.threadFreeNs = new double[shape.executors().size()];
        this.spouts = new SpoutSteps[shape.executors().size()];
        this.emitters = SteppedEmitter.byExecutor(shape);
        for (int c = 0; c < shape.cores(); c++) {
            cores.add(new CoreState(c, shape.cores()));
        }
        for (int e = 0; e < spouts.length; e++) {
            Shape.Executor executor = shape.executors().get(e);
            if (executor.perSec() > 0) {
                spouts[e] = new SpoutSteps(e, executor.perSec(), random.split());
                cores.get(executor.core()).spouts.add(spouts[e]);
            }
        }
        this.core = cores.get(0);
    }

    /**
     * Runs until {@code messages} messages have completed and were measured, after a tenth as many
     * that are not measured.
     *
     * @throws IllegalArgumentException if there is no spout that emits
     */
    public static Behaviour run(Shape shape, CoreTimes times, int messages, long seed) {
        if (shape.executors().stream().noneMatch(e -> e.perSec() > 0)) {
            throw new IllegalArgumentException("no spout emits: nothing happens");
        }
        return new EngineSteps(shape, times, messages, seed).run();
    }

    private Behaviour run() {
        int warmUp = (int) (WARM_UP_SHARE * latenciesNs.length);
        double warmUpEndNs = 0;
        double busyBeforeNs = 0;
        double pollingBeforeNs = 0;
        long[] sleepsBefore = sleeps();
        long stepsLeft = (long) MAX_STEPS_PER_MESSAGE * latenciesNs.length;
        while (measured < latenciesNs.length && stepsLeft-- > 0) {
            if (completed < warmUp) {
                warmUpEndNs = nowNs;
                busyBeforeNs = busyNs();
                pollingBeforeNs = pollingNs();
                sleepsBefore = sleeps();
                measured = 0;
            }
            CoreState next = cores.get(0);
            for (CoreState each : cores) {
                next = each.nextNs < next.nextNs ? each : next;
            }
            if (Double.isInfinite(next.nextNs)) {
                break;
            }
            double beginNs = shape.stops().beginNs(next.nextNs);
            if (beginNs > next.nextNs) {
                next.nextNs = beginNs; // another core may be the earliest now
                continue;
            }
            step(next);
        }
        double measuredNs = Math.max(1, nowNs - warmUpEndNs);
        List<Double> sleepsPerSec = new ArrayList<>();
        long[] sleeps = sleeps();
        for (int c = 0; c < sleeps.length; c++) {
            sleepsPerSec.add((sleeps[c] - sleepsBefore[c]) / (measuredNs / 1e9));
        }
        double idleNs =
                pollingNs()
                        - pollingBeforeNs
                        + times.sleepNs()
                                * (Arrays.stream(sleeps).sum() - Arrays.stream(sleepsBefore).sum());
        double lagNs = 0;
        for (CoreState each : cores) {
            for (SpoutSteps spout : each.spouts) {
                lagNs = Math.max(lagNs, nowNs - spout.dueNs);
            }
        }
        boolean keptUp =
                measured == latenciesNs.length
                        && lagNs < Math.max(TOLERATED_LAG_NS, MAX_LAG_SHARE * nowNs)
                        && emitted - completed
                                < Math.max(TOLERATED_PENDING, MAX_LAG_SHARE * completed);
        return new Behaviour(
                measured,
                measured / (measuredNs / 1e9),
                timesOf(latenciesNs),
                timesOf(fromDueNs),
                (busyNs() - busyBeforeNs) / measuredNs,
                idleNs / measuredNs,
                wakes / (nowNs / 1e9),
                threadWakes / (nowNs / 1e9),
                sleepsPerSec,
                keptUp);
    }

    private Behaviour.Times timesOf(double[] timesNs) {
        double[] sorted = Arrays.copyOf(timesNs, measured);
        Arrays.sort(sorted);
        return Behaviour.Times.of(sorted);
    }

    private double pollingNs() {
        return cores.stream().mapToDouble(each -> each.pollingNs).sum();
    }

    private long[] sleeps() {
        return cores.stream().mapToLong(each -> each.sleeps).toArray();
    }

    private double busyNs() {
        return cores.stream().mapToDouble(each -> each.busyNs).sum();
    }

    // ---- a step -----------------------------------------------------------------------------

    private void step(CoreState steppedCore) {
        core = steppedCore;
        nowNs = steppedCore.nextNs;
        final double beganNs = nowNs;
        steppedCore.beginStep(beganNs);
        steppedCore.handOvers.beginStep(beganNs);
        boolean worked = receive(beganNs);
        for (SpoutSteps spout : steppedCore.spouts) {
            if (spout.nextCallNs <= beganNs) {
                spout.nextCallNs = Double.POSITIVE_INFINITY;
                makeReady(spout);
            }
        }
        for (int readySpouts = steppedCore.ready.size(); readySpouts > 0; readySpouts--) {
            SpoutSteps spout = steppedCore.ready.remove();
            spout.ready = false;
            worked |= runSlice(spout, beganNs);
        }
        flush();
        nowNs = shape.stops().endNs(beganNs, nowNs);
        if (worked || !steppedCore.ready.isEmpty()) {
            steppedCore.endBusyStep(beganNs, nowNs);
        } else {
            steppedCore.endIdleStep(nowNs);
            steppedCore.spouts.forEach(
                    spout -> steppedCore.setTimer(spout.nextCallNs, times.late().draw(random)));
            if (!steppedCore.inbox.isEmpty()) {
                onArrival(steppedCore, steppedCore.inbox.peek().atNs());
            }
        }
    }

    /** Processes the items that have arrived by {@code untilNs}; returns whether there were any. */
    private boolean receive(double untilNs) {
        boolean received = false;
        while (!core.inbox.isEmpty() && core.inbox.peek().atNs() <= untilNs) {
            Item item = core.inbox.remove();
            received = true;
            switch (item.kind()) {
                case TUPLE -> {
                    nowNs += times.crossingNs();
                    Tree counted = treeOnThisCore(item.tree());
                    execute(item.executor(), counted, 0);
                    finish(counted);
                    replaceAnchor(counted);
                    afterCall();
                }
                case FINISHED -> finish(item.tree());
                case WORKED -> {
                    emit(item.executor(), item.tree(), 0);
                    finish(item.tree());
                }
            }
        }
        return received;
    }

    /** Returns the tree in which this core counts the tuples that follow from a tuple. */
    private Tree treeOnThisCore(Tree tree) {
        return shape.acked() && tree.core != core.index ? tree.branchOn(core.index) : tree;
    }

    /**
     * If only one tuple follows from a tuple of another core, and that tuple is still staged,
     * counts it in the parent tree instead of the branch: it replaces its anchor (ARCHITECTURE.md,
     * "A tuple's path", step 5).
     */
    private void replaceAnchor(Tree branch) {
        if (branch.parent == null || branch.unfinished != 1) {
            return;
        }
        for (List<Item> staged : core.staged) {
            int last = staged.size() - 1;
            if (last >= 0 && staged.get(last).tree() == branch) {
                Item item = staged.get(last);
                staged.set(last, new Item(0, item.kind(), item.executor(), branch.parent));
            }
        }
    }

    /** Ends a call that was made by the step, not by another call; hands over if it is time. */
    private void afterCall() {
        if (core.handOvers.afterCall(nowNs)) {
            flush();
        }
    }

    private void flush() {
        for (int to = 0; to < cores.size(); to++) {
            flush(to);
        }
    }

    private void flush(int to) {
        List<Item> staged = core.staged.get(to);
        if (staged.isEmpty()) {
            return;
        }
        CoreState receiver = cores.get(to);
        for (Item item : staged) {
            receiver.inbox.add(new Item(nowNs, item.kind(), item.executor(), item.tree()));
        }
        staged.clear();
        if (receiver.idle && onArrival(receiver, nowNs)) {
            wakes++;
            nowNs += times.wakingNs();
        }
    }

    private boolean onArrival(CoreState to, double atNs) {
        return to.onArrival(atNs, times.crossingNs(), times.wake().draw(random));
    }

    // ---- tuples -----------------------------------------------------------------------------

    private void execute(int executor, Tree tree, int depth) {
        Shape.Executor costs = shape.executors().get(executor);
        if (costs.threadNs() > 0) {
            nowNs += costs.serviceNs();
            boolean isAsleep = threadFreeNs[executor] < nowNs;
            double beginNs = Math.max(nowNs, threadFreeNs[executor]);
            if (isAsleep) {
                beginNs += times.wake().draw(random);
                nowNs += times.wakingNs();
                threadWakes++;
            }
            threadFreeNs[executor] = beginNs + drawLogNormal(costs.threadNs(), costs.scv());
            tree.unfinished++;
            core.inbox.add(new Item(threadFreeNs[executor], Item.Kind.WORKED, executor, tree));
            return;
        }
        nowNs += drawLogNormal(costs.serviceNs(), costs.scv());
        emit(executor, tree, depth);
    }

    private void emit(int executor, Tree tree, int depth) {
        for (SteppedEmitter emitter : emitters.get(executor)) {
            emitter.emit(random, to -> send(to, tree, depth));
        }
    }

    private void send(int to, Tree tree, int depth) {
        int targetCore = shape.executors().get(to).core();
        if (targetCore == core.index) {
            if (depth < EngineDefaults.DIRECT_DEPTH) {
                execute(to, tree, depth + 1);
            } else {
                tree.unfinished++;
                core.inbox.add(new Item(nowNs, Item.Kind.TUPLE, to, tree));
            }
            return;
        }
        nowNs += times.crossingNs();
        tree.unfinished++;
        stage(targetCore, new Item(0, Item.Kind.TUPLE, to, tree));
    }

    private void stage(int targetCore, Item item) {
        List<Item> staged = core.staged.get(targetCore);
        staged.add(item);
        if (staged.size() >= EngineDefaults.BATCH_SIZE) {
            flush(targetCore);
        }
    }

    /** Finishes a tuple, on this core, that is counted in {@code tree}. */
    private void finish(Tree tree) {
        if (shape.acked() && tree.core != core.index) {
            stage(tree.core, new Item(0, Item.Kind.FINISHED, tree.spout, tree));
        } else if (--tree.unfinished == 0) {
            treeFinished(tree);
        }
    }

    private void treeFinished(Tree tree) {
        if (tree.parent != null) {
            finish(tree.parent);
        } else if (shape.acked()) {
            SpoutSteps spout = spouts[tree.spout];
            spout.completed.add(tree);
            makeReady(spout);
        } else {
            complete(tree);
        }
    }

    private void complete(Tree message) {
        completed++;
        if (measured < latenciesNs.length) {
            fromDueNs[measured] = nowNs - message.dueNs;
            latenciesNs[measured++] = nowNs - message.emittedNs;
        }
    }

    // ---- spouts -----------------------------------------------------------------------------

    private void makeReady(SpoutSteps spout) {
        if (!spout.ready) {
            spout.ready = true;
            core.ready.add(spout);
        }
    }

    /**
     * Runs a spout's slice: calls nextTuple as long as it emits, and delivers completions after the
     * call that follows them.
     */
    private boolean runSlice(SpoutSteps spout, double stepNs) {
        spout.ready = true; // completions during the slice need not schedule it
        boolean worked = false;
        int emitted = 0;
        boolean nothingDue = false;
        while (emitted < EngineDefaults.SPOUT_CALLS && !isFull(spout)) {
            int completedBefore = spout.completed.size();
            nothingDue = spout.dueNs > nowNs;
            if (nothingDue) {
                worked |= completedBefore > 0;
                deliverCompletions(spout, completedBefore);
                if (completedBefore == 0) {
                    break;
                }
                continue; // a delivered completion may be what it waits for
            }
            callNextTuple(spout);
            emitted++;
            deliverCompletions(spout, completedBefore);
            afterCall();
        }
        if (isFull(spout) && !spout.completed.isEmpty()) {
            worked = true;
            deliverCompletions(spout, spout.completed.size());
        }
        spout.endSlice(stepNs, emitted);
        spout.ready = false;
        if (!spout.completed.isEmpty() || (!nothingDue && !isFull(spout))) {
            makeReady(spout);
        } else if (nothingDue && !isFull(spout)) {
            spout.backOff(nowNs);
        }
        return worked || emitted > 0;
    }

    private boolean isFull(SpoutSteps spout) {
        return shape.acked() && shape.maxPending() > 0 && spout.pending >= shape.maxPending();
    }

    private void callNextTuple(SpoutSteps spout) {
        Shape.Executor executor = shape.executors().get(spout.executor);
        final double dueNs = spout.takeMessage();
        nowNs += drawLogNormal(executor.serviceNs(), executor.scv());
        Tree message = Tree.message(spout.executor, dueNs, nowNs, core.index);
        emitted++;
        spout.pending++;
        emit(spout.executor, message, 0);
        finish(message);
    }

    private void deliverCompletions(SpoutSteps spout, int count) {
        for (int delivered = 0; delivered < count; delivered++) {
            spout.pending--;
            complete(spout.completed.remove());
        }
    }

    /**
     * Draws a time with that mean and squared coefficient of variation from a log-normal
     * distribution.
     */
    private double drawLogNormal(double meanNs, double scv) {
        if (scv <= 0 || meanNs <= 0) {
            return meanNs;
        }
        double logVariance = Math.log1p(scv);
        return meanNs * Math.exp(random.nextGaussian() * Math.sqrt(logVariance) - logVariance / 2);
    }
}
