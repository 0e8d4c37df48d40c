package io.eyewall.model.stepping;

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
 * <p>Not simulated: receivers that are full, steps that last too long, other threads of the process
 * but for the stops of its garbage collector, the host.
 */
public final class EngineSteps {
    private static final int CALLS_PER_TURN = 64;
    private static final int BATCH = 128;
    private static final int DEPTH = 32;
    private static final int STEPS_PER_MESSAGE = 200;
    private static final double WARM_UP = 0.1;

    /**
     * The share of the time by which sources may lag behind, and the share of the messages that may
     * be pending, if the topology keeps up.
     */
    private static final double LAG = 0.05;

    private static final double MIN_LAG_NS = 5e6;
    private static final int MIN_UNDER_WAY = 500;

    private final Shape shape;
    private final CoreTimes times;
    private final SplittableRandom random;
    private final List<CoreState> cores = new ArrayList<>();
    private final SpoutSteps[] spouts;
    private final List<List<SteppedEmitter>> emitters;
    private final double[] threadFreeNs;
    private final double[] latenciesNs;
    private final double[] fromDueNs;
    private int emitted;
    private int ended;
    private int measured;
    private long wakes;
    private long threadWakes;
    private double nowNs;
    private CoreState core;

    private EngineSteps(Shape shape, CoreTimes times, int messages, long seed) {
        this.shape = shape;
        this.times = times;
        this.random = new SplittableRandom(seed);
        this.latenciesNs = new double[messages];
        this.fromDueNs = new double[messages];
        this.threadFreeNs = new double[shape.executors().size()];
        this.spouts = new SpoutSteps[shape.executors().size()];
        this.emitters = SteppedEmitter.of(shape);
        for (int c = 0; c < shape.cores(); c++) {
            cores.add(new CoreState(c, shape.cores()));
        }
        for (int e = 0; e < spouts.length; e++) {
            Shape.Executor one = shape.executors().get(e);
            if (one.perSec() > 0) {
                spouts[e] = new SpoutSteps(e, one.perSec(), random.split());
                cores.get(one.core()).spouts.add(spouts[e]);
            }
        }
        this.core = cores.get(0);
    }

    /**
     * Runs until {@code messages} messages have completed, after a tenth as many for warming up.
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
        int warmUp = (int) (WARM_UP * latenciesNs.length);
        double fromNs = 0;
        double busyBeforeNs = 0;
        double pollingBeforeNs = 0;
        long[] sleepsBefore = sleeps();
        long left = (long) STEPS_PER_MESSAGE * latenciesNs.length;
        while (measured < latenciesNs.length && left-- > 0) {
            if (ended < warmUp) {
                fromNs = nowNs;
                busyBeforeNs = busyNs();
                pollingBeforeNs = pollingNs();
                sleepsBefore = sleeps();
                measured = 0;
            }
            CoreState next = cores.get(0);
            for (CoreState one : cores) {
                next = one.nextNs < next.nextNs ? one : next;
            }
            if (Double.isInfinite(next.nextNs)) {
                break;
            }
            double beginNs = shape.stops().begin(next.nextNs);
            if (beginNs > next.nextNs) {
                next.nextNs = beginNs; // another core may be the earliest now
                continue;
            }
            step(next);
        }
        double passedNs = Math.max(1, nowNs - fromNs);
        List<Double> sleepsPerSec = new ArrayList<>();
        long[] sleeps = sleeps();
        for (int c = 0; c < sleeps.length; c++) {
            sleepsPerSec.add((sleeps[c] - sleepsBefore[c]) / (passedNs / 1e9));
        }
        double idleNs =
                pollingNs()
                        - pollingBeforeNs
                        + times.sleepNs()
                                * (Arrays.stream(sleeps).sum() - Arrays.stream(sleepsBefore).sum());
        double lagNs = 0;
        for (CoreState one : cores) {
            for (SpoutSteps spout : one.spouts) {
                lagNs = Math.max(lagNs, nowNs - spout.dueNs);
            }
        }
        boolean keptUp =
                measured == latenciesNs.length
                        && lagNs < Math.max(MIN_LAG_NS, LAG * nowNs)
                        && emitted - ended < Math.max(MIN_UNDER_WAY, LAG * ended);
        return new Behaviour(
                measured,
                measured / (passedNs / 1e9),
                sorted(latenciesNs),
                sorted(fromDueNs),
                (busyNs() - busyBeforeNs) / passedNs,
                idleNs / passedNs,
                wakes / (nowNs / 1e9),
                threadWakes / (nowNs / 1e9),
                sleepsPerSec,
                keptUp);
    }

    private Behaviour.Times sorted(double[] timesNs) {
        double[] sorted = Arrays.copyOf(timesNs, measured);
        Arrays.sort(sorted);
        return Behaviour.Times.of(sorted);
    }

    private double pollingNs() {
        return cores.stream().mapToDouble(one -> one.pollingNs).sum();
    }

    private long[] sleeps() {
        return cores.stream().mapToLong(one -> one.sleeps).toArray();
    }

    private double busyNs() {
        return cores.stream().mapToDouble(one -> one.busyNs).sum();
    }

    // ---- a step -----------------------------------------------------------------------------

    private void step(CoreState of) {
        core = of;
        nowNs = of.nextNs;
        final double beganNs = nowNs;
        of.begin(beganNs);
        of.handOvers.beginStep(beganNs);
        boolean worked = receive(beganNs);
        for (SpoutSteps spout : of.spouts) {
            if (spout.askedNs <= beganNs) {
                spout.askedNs = Double.POSITIVE_INFINITY;
                makeReady(spout);
            }
        }
        for (int turns = of.ready.size(); turns > 0; turns--) {
            SpoutSteps spout = of.ready.remove();
            spout.ready = false;
            worked |= turn(spout, beganNs);
        }
        flush();
        nowNs = shape.stops().end(beganNs, nowNs);
        if (worked || !of.ready.isEmpty()) {
            of.worked(beganNs, nowNs);
        } else {
            of.foundNothing(nowNs);
            of.spouts.forEach(spout -> of.callAt(spout.askedNs, times.late().draw(random)));
            if (!of.inbox.isEmpty()) {
                onArrival(of, of.inbox.peek().atNs());
            }
        }
    }

    private boolean receive(double untilNs) {
        boolean any = false;
        while (!core.inbox.isEmpty() && core.inbox.peek().atNs() <= untilNs) {
            Item item = core.inbox.remove();
            any = true;
            switch (item.kind()) {
                case TUPLE -> {
                    nowNs += times.crossingNs();
                    Tree counted = countedHere(item.tree());
                    execute(item.executor(), counted, 0);
                    finish(counted);
                    leave(counted);
                    afterCall();
                }
                case FINISHED -> finish(item.tree());
                case WORKED -> {
                    emit(item.executor(), item.tree(), 0);
                    finish(item.tree());
                }
            }
        }
        return any;
    }

    /** Returns the tree in which this core counts what follows from a tuple. */
    private Tree countedHere(Tree tree) {
        return shape.acked() && tree.core != core.index ? tree.branch(core.index) : tree;
    }

    /**
     * Lets the only tuple that follows from a tuple of another core take its place in the parent
     * tree, if it is still staged.
     */
    private void leave(Tree branch) {
        if (branch.parent == null || branch.open != 1) {
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

    /** Ends a call that was made by the step itself, not by another call. */
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
        Shape.Executor one = shape.executors().get(executor);
        if (one.threadNs() > 0) {
            nowNs += one.serviceNs();
            boolean asleep = threadFreeNs[executor] < nowNs;
            double beginNs = Math.max(nowNs, threadFreeNs[executor]);
            if (asleep) {
                beginNs += times.wake().draw(random);
                nowNs += times.wakingNs();
                threadWakes++;
            }
            threadFreeNs[executor] = beginNs + draw(one.threadNs(), one.scv());
            tree.open++;
            core.inbox.add(new Item(threadFreeNs[executor], Item.Kind.WORKED, executor, tree));
            return;
        }
        nowNs += draw(one.serviceNs(), one.scv());
        emit(executor, tree, depth);
    }

    private void emit(int executor, Tree tree, int depth) {
        for (SteppedEmitter emitter : emitters.get(executor)) {
            emitter.emit(random, to -> send(to, tree, depth));
        }
    }

    private void send(int to, Tree tree, int depth) {
        int place = shape.executors().get(to).core();
        if (place == core.index) {
            if (depth < DEPTH) {
                execute(to, tree, depth + 1);
            } else {
                tree.open++;
                core.inbox.add(new Item(nowNs, Item.Kind.TUPLE, to, tree));
            }
            return;
        }
        nowNs += times.crossingNs();
        tree.open++;
        stage(place, new Item(0, Item.Kind.TUPLE, to, tree));
    }

    private void stage(int place, Item item) {
        List<Item> staged = core.staged.get(place);
        staged.add(item);
        if (staged.size() >= BATCH) {
            flush(place);
        }
    }

    /** Finishes a tuple on this core that was counted in that tree or in one of its branches. */
    private void finish(Tree tree) {
        if (shape.acked() && tree.core != core.index) {
            stage(tree.core, new Item(0, Item.Kind.FINISHED, tree.spout, tree));
        } else if (--tree.open == 0) {
            finished(tree);
        }
    }

    private void finished(Tree tree) {
        if (tree.parent != null) {
            finish(tree.parent);
        } else if (shape.acked()) {
            SpoutSteps spout = spouts[tree.spout];
            spout.ended.add(tree);
            makeReady(spout);
        } else {
            end(tree);
        }
    }

    private void end(Tree message) {
        ended++;
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
    private boolean turn(SpoutSteps spout, double stepNs) {
        spout.ready = true; // completions during the slice need not schedule it
        boolean worked = false;
        int emitted = 0;
        boolean empty = false;
        while (emitted < CALLS_PER_TURN && !isFull(spout)) {
            int before = spout.ended.size();
            empty = spout.dueNs > nowNs;
            if (empty) {
                worked |= before > 0;
                deliver(spout, before);
                if (before == 0) {
                    break;
                }
                continue; // a delivered completion may be what it waits for
            }
            call(spout);
            emitted++;
            deliver(spout, before);
            afterCall();
        }
        if (isFull(spout) && !spout.ended.isEmpty()) {
            worked = true;
            deliver(spout, spout.ended.size());
        }
        spout.endTurn(stepNs, emitted);
        spout.ready = false;
        if (!spout.ended.isEmpty() || (!empty && !isFull(spout))) {
            makeReady(spout);
        } else if (empty && !isFull(spout)) {
            spout.rest(nowNs);
        }
        return worked || emitted > 0;
    }

    private boolean isFull(SpoutSteps spout) {
        return shape.acked() && shape.maxPending() > 0 && spout.underWay >= shape.maxPending();
    }

    private void call(SpoutSteps spout) {
        Shape.Executor one = shape.executors().get(spout.executor);
        final double dueNs = spout.next();
        nowNs += draw(one.serviceNs(), one.scv());
        Tree message = Tree.message(spout.executor, dueNs, nowNs, core.index);
        emitted++;
        spout.underWay++;
        emit(spout.executor, message, 0);
        finish(message);
    }

    private void deliver(SpoutSteps spout, int most) {
        for (int delivered = 0; delivered < most; delivered++) {
            spout.underWay--;
            end(spout.ended.remove());
        }
    }

    /**
     * Draws a time with that mean and squared coefficient of variation from a log-normal
     * distribution.
     */
    private double draw(double meanNs, double scv) {
        if (scv <= 0 || meanNs <= 0) {
            return meanNs;
        }
        double logVariance = Math.log1p(scv);
        return meanNs * Math.exp(random.nextGaussian() * Math.sqrt(logVariance) - logVariance / 2);
    }
}
