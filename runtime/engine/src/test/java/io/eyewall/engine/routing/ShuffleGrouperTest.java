package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.Sink;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShuffleGrouperTest {
    private final ManualClock clock = new ManualClock();
    private final List<Core> cores = Core.create(2, 1, 2, clock);
    private final Core own = cores.get(0);
    private final Core other = cores.get(1);
    private final Sink emitter = new Sink(1, own);
    private final NearShares shares = new NearShares();

    ShuffleGrouperTest() {
        cores.forEach(Core::driveByCaller);
    }

    /** Keeps a core busy in every step for more than 10 ms. */
    private void makeBusy(Core core) {
        core.step();
        for (int ms = 0; ms < 12; ms++) {
            core.submit(() -> {});
            core.step();
            clock.advance(Duration.ofMillis(1));
        }
        core.submit(() -> {});
        core.step();
        assertThat(core.isBusy()).isTrue();
    }

    private static Targets half(Core first, Core second) {
        return new Targets(
                new Endpoint[] {
                    new Sink(1, first), new Sink(2, second), new Sink(3, first), new Sink(4, second)
                });
    }

    private ShuffleGrouper even(Targets targets) {
        return ShuffleGrouper.shuffle(targets, emitter, shares, 0);
    }

    /** The grouper of the same stream for a task on the other core. */
    private ShuffleGrouper evenThere(Targets targets) {
        return ShuffleGrouper.shuffle(targets, new Sink(2, other), shares, 1);
    }

    private ShuffleGrouper local(Targets targets) {
        return ShuffleGrouper.localOrShuffle(targets, emitter, shares, 0);
    }

    private static int[] spread(ShuffleGrouper grouper, int targets, int tuples) {
        int[] counts = new int[targets];
        for (int i = 0; i < tuples; i++) {
            counts[grouper.choose(List.of())]++;
        }
        return counts;
    }

    private static int difference(int[] counts) {
        return Arrays.stream(counts).max().getAsInt() - Arrays.stream(counts).min().getAsInt();
    }

    @Property(tries = 200)
    void sharesEquallyExceptForOneTuple(
            @ForAll @IntRange(min = 1, max = 9) int tasks,
            @ForAll @IntRange(min = 0, max = 100) int tuples) {
        Endpoint[] targets = new Endpoint[tasks];
        for (int i = 0; i < tasks; i++) {
            targets[i] = new Sink(i, i % 3 == 0 ? other : own);
        }

        int[] counts = spread(even(new Targets(targets)), tasks, tuples);

        assertThat(difference(counts)).isLessThanOrEqualTo(1);
    }

    @Test
    void sharesEquallyWithinARunOnABusyCore() {
        makeBusy(own);
        ShuffleGrouper grouper = even(half(own, other));
        int[] sum = new int[4];
        for (int part = 0; part < 20; part++) {
            int[] counts = spread(grouper, 4, 10_007);
            for (int i = 0; i < 4; i++) {
                sum[i] += counts[i];
            }
            assertThat(difference(sum)).isLessThanOrEqualTo(3 * 64);
        }
    }

    @Test
    void sharesEquallyWhereSomeTasksTakeLonger() {
        makeBusy(own);
        Sink[] tasks = Sink.on(other, 1, 4);
        ShuffleGrouper grouper = even(new Targets(tasks));
        int[] counts = new int[4];
        for (int i = 0; i < 10_000; i++) {
            int task = grouper.choose(List.of());
            counts[task]++;
            tasks[task].tookNs((100L << (2 * task)) + i % 7);

            assertThat(difference(counts)).isLessThanOrEqualTo(64);
        }
    }

    @Test
    void sendsRunsOnABusyCoreSoThatBatchesStayWhole() {
        makeBusy(own);
        ShuffleGrouper grouper = even(half(own, other));
        spread(grouper, 4, 1_000);
        int changes = 0;
        int last = -1;
        for (int i = 0; i < 6_400; i++) {
            int now = grouper.choose(List.of());
            changes += now == last ? 0 : 1;
            last = now;
        }

        assertThat(changes).isBetween(100, 101);
    }

    @Test
    void limitsARunToFiftyMicrosecondsOfItsTask() {
        makeBusy(own);
        Sink[] tasks = Sink.on(other, 1, 2);
        ShuffleGrouper grouper = even(new Targets(tasks));
        spread(grouper, 2, 1_000);
        assertThat(longestRun(grouper)).isEqualTo(64);

        for (Sink task : tasks) {
            task.tookNs(12_000);
        }
        spread(grouper, 2, 256);
        assertThat(longestRun(grouper)).isEqualTo(4);

        for (Sink task : tasks) {
            for (int call = 0; call < 20; call++) {
                task.tookNs(5_000_000);
            }
        }
        spread(grouper, 2, 256);
        assertThat(longestRun(grouper)).as("one is the fewest").isEqualTo(1);

        for (Sink task : tasks) {
            for (int call = 0; call < 80; call++) {
                task.tookNs(100);
            }
        }
        spread(grouper, 2, 256);
        assertThat(longestRun(grouper)).isEqualTo(64);
    }

    private static int longestRun(ShuffleGrouper grouper) {
        int longest = 0;
        int run = 0;
        int last = -1;
        for (int i = 0; i < 1_000; i++) {
            int now = grouper.choose(List.of());
            run = now == last ? run + 1 : 1;
            longest = Math.max(longest, run);
            last = now;
        }
        return longest;
    }

    @Test
    void prefersTheTasksOnItsOwnCoreAndSharesAmongThem() {
        int[] counts = spread(local(half(own, other)), 4, 100);

        assertThat(counts).containsExactly(50, 0, 50, 0);
    }

    @Test
    void sharesAmongAllWhereNoneIsLocal() {
        int[] counts = spread(local(half(other, other)), 4, 100);

        assertThat(counts).containsExactly(25, 25, 25, 25);
    }

    @Test
    void spreadsOverAllTasksWhileItsOwnCoreIsBusyAndAnotherIsNot() {
        makeBusy(own);

        int[] counts = spread(local(half(own, other)), 4, 10_000);

        assertThat(Arrays.stream(counts).min().getAsInt()).isGreaterThan(2_000);
    }

    @Test
    void staysLocalWhileItsOwnCoreCanDoMore() {
        own.step();
        for (int ms = 0; ms < 20; ms++) {
            if (ms % 10 != 0) {
                own.submit(() -> {});
            }
            own.step();
            clock.advance(Duration.ofMillis(1));
        }
        own.step();
        assertThat(own.isBusy()).isTrue();

        int[] counts = spread(local(half(own, other)), 4, 1_000);

        assertThat(counts[1] + counts[3]).isZero();
    }

    @Test
    void staysLocalWhileAllCoresAreBusy() {
        makeBusy(other);
        makeBusy(own);
        assertThat(other.isBusySeenFromOutside()).isTrue();

        int[] counts = spread(local(half(own, other)), 4, 1_280);

        assertThat(counts[0] + counts[2]).isEqualTo(1_280);
        assertThat(counts[0]).as("runs of 64").isBetween(640 - 64, 640 + 64);
    }

    /** Otherwise the other core would be idle each time that it has no work left. */
    @Test
    void localSharesWorkThatTakesLongWhereOnlyOneFullCoreEmits() {
        makeBusy(other);
        makeBusy(own);
        Sink[] tasks = {new Sink(1, own), new Sink(2, other), new Sink(3, own), new Sink(4, other)};
        for (Sink task : tasks) {
            task.tookNs(58_000);
        }

        int[] counts = spread(local(new Targets(tasks)), 4, 10_000);

        assertThat(difference(counts)).isLessThanOrEqualTo(64);
    }

    @Test
    void localStaysNearWhereEachFullCoreEmits() {
        makeBusy(other);
        makeBusy(own);
        Sink[] tasks = {new Sink(1, own), new Sink(2, other), new Sink(3, own), new Sink(4, other)};
        for (Sink task : tasks) {
            task.tookNs(58_000);
        }
        Targets targets = new Targets(tasks);
        ShuffleGrouper here = local(targets);
        ShuffleGrouper there =
                ShuffleGrouper.localOrShuffle(targets, new Sink(2, other), shares, 1);
        int crossed = 0;
        for (int i = 0; i < 10_000; i++) {
            crossed += here.choose(List.of()) % 2;
            crossed += 1 - there.choose(List.of()) % 2;
        }

        assertThat(crossed).isLessThan(50);
    }

    /** There are as many emitters on each core. */
    @Test
    void staysNearWhileTasksOfOtherCoresKeepUp() {
        makeBusy(other);
        makeBusy(own);
        Targets targets = half(own, other);
        ShuffleGrouper here = even(targets);
        ShuffleGrouper there = evenThere(targets);
        int[] counts = new int[4];
        int crossed = 0;
        for (int run = 0; run < 4_000; run++) {
            for (int i = 0; i < 64; i++) {
                int fromHere = here.choose(List.of());
                int fromThere = there.choose(List.of());
                counts[fromHere]++;
                counts[fromThere]++;
                crossed += fromHere % 2 + 1 - fromThere % 2;
            }
            assertThat(difference(counts)).isLessThanOrEqualTo(66 * 512);
        }

        assertThat(crossed).as("until runs are long").isLessThan(1_000);
    }

    @Test
    void sharesEquallyWhereOnlyOneCoreEmits() {
        makeBusy(other);
        makeBusy(own);
        ShuffleGrouper grouper = even(half(own, other));
        int[] counts = spread(grouper, 4, 100_000);

        assertThat(difference(counts)).isLessThanOrEqualTo(1_024);
    }

    @Test
    void sharesEquallyWhereOneCoreEmitsMoreThanTheOther() {
        makeBusy(other);
        makeBusy(own);
        Targets targets = half(own, other);
        ShuffleGrouper here = even(targets);
        ShuffleGrouper there = evenThere(targets);
        int[] counts = new int[4];
        int stayed = 0;
        for (int i = 0; i < 3_000_000; i++) {
            int fromHere = here.choose(List.of());
            counts[fromHere]++;
            stayed += 1 - fromHere % 2;
            if (i % 3 == 0) {
                int fromThere = there.choose(List.of());
                counts[fromThere]++;
                stayed += fromThere % 2;
            }
        }

        assertThat(difference(counts)).isLessThanOrEqualTo(66 * 512);
        assertThat(stayed).as("one in four has to cross").isGreaterThan(2_700_000);
    }

    /** A round of near tasks would keep the other core waiting. */
    @Test
    void sharesAmongAllWhereManyTasksAreNear() {
        makeBusy(other);
        makeBusy(own);
        Endpoint[] tasks = new Endpoint[200];
        Arrays.setAll(tasks, i -> new Sink(i, i < 100 ? own : other));
        ShuffleGrouper grouper = even(new Targets(tasks));
        spread(grouper, 200, 200 * 128);

        int[] counts = spread(grouper, 200, 200 * 64);

        assertThat(counts).containsOnly(64);
    }

    @Test
    void spreadsEvenlyWhileAnotherCoreIsNotBusy() {
        makeBusy(own);
        int[] counts = spread(even(half(own, other)), 4, 10_000);

        assertThat(difference(counts)).isLessThanOrEqualTo(64);
    }

    @Test
    void staysNearAgainAfterTasksHaveMoved() {
        makeBusy(other);
        makeBusy(own);
        Sink[] tasks = {new Sink(1, own), new Sink(2, other), new Sink(3, own), new Sink(4, other)};
        Targets targets = new Targets(tasks);
        ShuffleGrouper here = even(targets);
        ShuffleGrouper there = evenThere(targets);
        for (int i = 0; i < 100_000; i++) {
            here.choose(List.of());
            there.choose(List.of());
        }

        tasks[2].moveTo(other);
        tasks[1].moveTo(own);
        spread(here, 4, 1_024);
        int[] counts = new int[4];
        for (int i = 0; i < 100_000; i++) {
            counts[here.choose(List.of())]++;
            there.choose(List.of());
        }

        assertThat(counts[2] + counts[3]).isLessThan(1_000);
    }

    @Test
    void followsTasksThatMove() {
        Sink[] tasks = Sink.on(other, 1, 4);
        ShuffleGrouper grouper = local(new Targets(tasks));
        assertThat(spread(grouper, 4, 100)).containsExactly(25, 25, 25, 25);

        tasks[2].moveTo(own);
        assertThat(spread(grouper, 4, 100)).containsExactly(0, 0, 100, 0);

        tasks[0].moveTo(own);
        tasks[2].moveTo(other);
        assertThat(spread(grouper, 4, 100)).containsExactly(100, 0, 0, 0);
    }

    @Test
    void treatsDedicatedExecutorsAsEquallyNear() {
        Sink[] sinks = {new Sink(1, own), new Sink(2, other), new Sink(3, other)};
        ShuffleGrouper local = local(new Targets(sinks));
        assertThat(spread(local, 3, 9)).containsExactly(9, 0, 0);

        for (Sink sink : sinks) {
            sink.getThread();
        }

        assertThat(spread(local, 3, 9)).containsExactly(3, 3, 3);
    }
}
