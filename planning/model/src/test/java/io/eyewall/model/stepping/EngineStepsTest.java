package io.eyewall.model.stepping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where what happens can be reckoned by hand. */
class EngineStepsTest {
    private static final double CROSSING_NS = 30;
    private static final double WAKE_NS = 40_000;
    private static final double WAKING_NS = 5_000;
    private static final double SLEEP_NS = 15_000;
    private static final CoreTimes TIMES =
            new CoreTimes(
                    CROSSING_NS,
                    Spread.constant(WAKE_NS),
                    WAKING_NS,
                    Spread.constant(60_000),
                    SLEEP_NS);
    private static final double SPOUT_NS = 600;
    private static final double BOLT_NS = 3_000;
    private static final int MESSAGES = 5_000;

    /** A spout on core 0, and bolts that get its tuples in turn. */
    private static Shape shape(double perSec, boolean acked, int pending, Shape.Executor... bolts) {
        List<Shape.Executor> executors = new ArrayList<>();
        executors.add(new Shape.Executor(0, SPOUT_NS, 0, 0, perSec));
        executors.addAll(List.of(bolts));
        List<Integer> to = new ArrayList<>();
        List<Double> each = new ArrayList<>();
        for (int b = 1; b <= bolts.length; b++) {
            to.add(b);
            each.add(1.0 / bolts.length);
        }
        return new Shape(
                2,
                executors,
                List.of(new Shape.Output(0, to, each, Shape.Choice.IN_TURN)),
                acked,
                pending,
                Stops.NONE);
    }

    private static Shape.Executor bolt(int core) {
        return new Shape.Executor(core, BOLT_NS, 0, 0, 0);
    }

    private static Behaviour run(Shape shape) {
        return EngineSteps.run(shape, TIMES, MESSAGES, 1);
    }

    @Test
    void latencyOfDirectCallsIsTheBoltsServiceTime() {
        Behaviour found = run(shape(10, true, 0, bolt(0)));

        assertThat(found.latency().meanNs()).isCloseTo(BOLT_NS, within(30.0));
        assertThat(found.latency().p99Ns()).isCloseTo(BOLT_NS, within(1.0));
        assertThat(found.busyCores()).isCloseTo(10 * (SPOUT_NS + BOLT_NS) / 1e9, within(2e-6));
        assertThat(found.keptUp()).isTrue();
    }

    @Test
    void deliversCompletionsAfterTheNextCallOfNextTuple() {
        // It always has more: each message also waits for the whole next one.
        Behaviour found = run(shape(Double.POSITIVE_INFINITY, true, 500, bolt(0)));

        assertThat(found.latency().meanNs()).isCloseTo(2 * BOLT_NS + SPOUT_NS, withinPercentage(2));
        assertThat(found.perSec()).isCloseTo(1e9 / (SPOUT_NS + BOLT_NS), withinPercentage(2));
    }

    @Test
    void wakesASleepingCoreOnTheWayThereAndBack() {
        Behaviour found = run(shape(10, true, 0, bolt(1)));

        double there = CROSSING_NS + WAKE_NS + CROSSING_NS + BOLT_NS;
        assertThat(found.latency().meanNs()).isCloseTo(there + WAKE_NS, within(2_000.0));
        assertThat(found.wakesPerSec()).isCloseTo(20, withinPercentage(5));
        double work = SPOUT_NS + BOLT_NS + 2 * CROSSING_NS + 2 * WAKING_NS;
        assertThat(found.busyCores() * 1e9 / found.perSec()).isCloseTo(work, withinPercentage(2));
    }

    /**
     * A spout on core 0, a bolt on core 1 that sends so many tuples for one to a bolt on core 0.
     */
    private static Shape thereAndBack(double tuples) {
        return new Shape(
                2,
                List.of(new Shape.Executor(0, SPOUT_NS, 0, 0, 10), bolt(1), bolt(0)),
                List.of(
                        new Shape.Output(0, List.of(1), List.of(1.0), Shape.Choice.ALL),
                        new Shape.Output(1, List.of(2), List.of(tuples), Shape.Choice.ALL)),
                true,
                0,
                Stops.NONE);
    }

    @Test
    void theOnlySuccessorReplacesItsAnchor() {
        Behaviour found = run(thereAndBack(1));

        double toTheLast = 2 * (CROSSING_NS + WAKE_NS + CROSSING_NS + BOLT_NS);
        assertThat(found.latency().meanNs()).isCloseTo(toTheLast, within(2_000.0));
        assertThat(found.wakesPerSec()).isCloseTo(20, withinPercentage(5));
    }

    /** A tuple of another core is counted there: what follows from it ends by way of that core. */
    @Test
    void reportsTheEndOfSeveralSuccessorsAlongTheirPath() {
        Behaviour found = run(thereAndBack(2));

        double toTheLast = 2 * (CROSSING_NS + WAKE_NS + CROSSING_NS + BOLT_NS) + BOLT_NS;
        assertThat(found.latency().meanNs()).isCloseTo(toTheLast + 2 * WAKE_NS, within(2_000.0));
        assertThat(found.wakesPerSec()).isCloseTo(40, withinPercentage(5));
    }

    /**
     * Between calls, not within one: the first of many is on its way before the last is emitted.
     */
    @Test
    void handsStagedTuplesOverDuringALongStep() {
        Shape.Executor heavy = new Shape.Executor(0, 40_000, 0, 0, 0);
        Shape shape =
                new Shape(
                        2,
                        List.of(new Shape.Executor(0, SPOUT_NS, 0, 0, 10), heavy, bolt(1)),
                        List.of(
                                new Shape.Output(
                                        0, List.of(2, 1), List.of(1.0, 50.0), Shape.Choice.ALL)),
                        false,
                        0,
                        Stops.NONE);

        Behaviour one = run(shape);

        // All in one call: the receiver gets its tuple at the end of the step.
        assertThat(one.latency().meanNs())
                .isCloseTo(50 * 40_000 + WAKE_NS + BOLT_NS, withinPercentage(1));

        Shape burst = shape(Double.POSITIVE_INFINITY, false, 64, bolt(1), heavy);
        // A call every 40 us, of which every other is for the other core: not 64 of them wait.
        assertThat(run(burst).latency().p99Ns()).isLessThan(4 * 40_000 + WAKE_NS);
    }

    @Test
    void sendsNoCompletionsWithoutAcking() {
        Behaviour found = run(shape(10, false, 0, bolt(1)));

        assertThat(found.latency().meanNs())
                .isCloseTo(2 * CROSSING_NS + WAKE_NS + BOLT_NS, within(500.0));
    }

    @Test
    void messagesUnderWayObeyLittlesLaw() {
        Behaviour found = run(shape(Double.POSITIVE_INFINITY, true, 50, bolt(1)));

        assertThat(found.perSec()).isBetween(0.4e9 / BOLT_NS, 1e9 / BOLT_NS);
        assertThat(found.latency().meanNs() * found.perSec() / 1e9).isBetween(40.0, 50.0);
    }

    /** The collector: a fifth of the time nobody is at work. */
    @Test
    void stopsReduceTheRateByTheirShareOfTime() {
        Shape one = shape(Double.POSITIVE_INFINITY, true, 500, bolt(0), bolt(1));
        Shape stopped =
                new Shape(
                        one.cores(),
                        one.executors(),
                        one.outputs(),
                        one.acked(),
                        one.maxPending(),
                        new Stops(1e6, 2e5));

        assertThat(run(stopped).perSec()).isCloseTo(0.8 * run(one).perSec(), withinPercentage(2));
    }

    /** Of those that are under way when it begins, some wait for its end. */
    @Test
    void messagesWaitForTheEndOfAStop() {
        Shape one = shape(20_000, true, 0, bolt(1));
        Shape stopped = new Shape(2, one.executors(), one.outputs(), true, 0, new Stops(10e6, 2e6));

        assertThat(run(stopped).latency().p99Ns()).isGreaterThan(2 * run(one).latency().p99Ns());
        assertThat(run(stopped).keptUp()).isTrue();
    }

    @Test
    void doesNotKeepUpWithTwiceTheCapacity() {
        assertThat(run(shape(2e9 / (SPOUT_NS + BOLT_NS), true, 500, bolt(0))).keptUp()).isFalse();
        assertThat(run(shape(0.8e9 / (SPOUT_NS + BOLT_NS), true, 500, bolt(0))).keptUp()).isTrue();
    }

    @Test
    void dedicatedThreadWaitsWithoutUsingTheCore() {
        Shape.Executor blocks = new Shape.Executor(0, 100, 1e6, 0, 0);

        Behaviour few = run(shape(20, true, 0, blocks));
        Behaviour many = run(shape(1_500, true, 0, blocks, blocks));
        Behaviour tooMany = run(shape(2_500, true, 0, blocks, blocks));

        assertThat(few.latency().meanNs()).isCloseTo(1e6 + 2 * WAKE_NS, withinPercentage(3));
        assertThat(few.busyCores()).isLessThan(0.001);
        assertThat(many.keptUp()).isTrue();
        assertThat(many.latency().meanNs()).isGreaterThan(1.2e6);
        assertThat(tooMany.keptUp()).isFalse();
    }

    /** With 10 messages a second the spout is asked every millisecond, and is silent for most. */
    @Test
    void idleCoresUseTheProcessorTimeOfTheirSleeps() {
        Behaviour found = run(shape(10, true, 0, bolt(0)));

        assertThat(found.sleepsPerSec().get(0)).isBetween(700.0, 1_000.0);
        assertThat(found.sleepsPerSec().get(1)).isEqualTo(0); // nobody wakes it
        assertThat(found.idleCores())
                .isCloseTo(found.sleepsPerSec().get(0) * SLEEP_NS / 1e9, withinPercentage(10));
        assertThat(found.cores()).isEqualTo(found.busyCores() + found.idleCores());
    }

    @Test
    void tuplesForASleepingCoreEndItsSleep() {
        Behaviour found = run(shape(100, true, 0, bolt(1)));

        assertThat(found.sleepsPerSec().get(1)).isCloseTo(100, withinPercentage(5));
    }

    @Test
    void coresThatAreBusyDoNotSleep() {
        Behaviour found = run(shape(Double.POSITIVE_INFINITY, true, 500, bolt(0)));

        assertThat(found.sleepsPerSec().get(0)).isEqualTo(0);
        assertThat(found.idleCores()).isEqualTo(0);
        assertThat(found.fromDue().meanNs()).as("nothing was due").isNaN();
    }

    /**
     * Asked twice in the usual gap of 10 ms, but every millisecond at least: half of that, late.
     */
    @Test
    void messagesWaitUntilTheirIdleSpoutIsCalled() {
        Behaviour found = run(shape(100, true, 0, bolt(0)));

        assertThat(found.fromDue().meanNs() - found.latency().meanNs())
                .isBetween(400_000.0, 700_000.0);
        assertThat(found.fromDue().p99Ns()).isBetween(900_000.0, 1_300_000.0);
    }

    @Test
    void isDeterministic() {
        Shape shape = shape(50_000, true, 0, bolt(0), bolt(1));

        assertThat(run(shape)).isEqualTo(run(shape));
    }

    @Test
    void refusesATopologyInWhichNothingEmits() {
        assertThatThrownBy(() -> run(shape(0, true, 0, bolt(0))))
                .hasMessageContaining("no spout emits");
    }
}
