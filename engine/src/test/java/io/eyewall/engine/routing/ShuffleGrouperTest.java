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

    ShuffleGrouperTest() {
        cores.forEach(Core::driveByCaller);
    }

    /** Gives a core something to do in every step for more than 10 ms. */
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
    void sharesEquallyToATuple(
            @ForAll @IntRange(min = 1, max = 9) int tasks,
            @ForAll @IntRange(min = 0, max = 100) int tuples) {
        Endpoint[] targets = new Endpoint[tasks];
        for (int i = 0; i < tasks; i++) {
            targets[i] = new Sink(i, i % 3 == 0 ? other : own);
        }

        int[] counts =
                spread(new ShuffleGrouper(new Targets(targets), emitter, false, 0), tasks, tuples);

        assertThat(difference(counts)).isLessThanOrEqualTo(1);
    }

    @Test
    void sharesEquallyWithinARunOnABusyCore() {
        makeBusy(own);
        ShuffleGrouper grouper = new ShuffleGrouper(half(own, other), emitter, false, 0);
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
        ShuffleGrouper grouper = new ShuffleGrouper(new Targets(tasks), emitter, false, 0);
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
        ShuffleGrouper grouper = new ShuffleGrouper(half(own, other), emitter, false, 0);
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
    void sendsAsManyTuplesInARunAsTheTaskDoesInFiftyMicroseconds() {
        makeBusy(own);
        Sink[] tasks = Sink.on(other, 1, 2);
        ShuffleGrouper grouper = new ShuffleGrouper(new Targets(tasks), emitter, false, 0);
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
        int[] counts = spread(new ShuffleGrouper(half(own, other), emitter, true, 0), 4, 100);

        assertThat(counts).containsExactly(50, 0, 50, 0);
    }

    @Test
    void sharesAmongAllWhereNoneIsLocal() {
        int[] counts = spread(new ShuffleGrouper(half(other, other), emitter, true, 0), 4, 100);

        assertThat(counts).containsExactly(25, 25, 25, 25);
    }

    @Test
    void spreadsOverAllWhileItsOwnCoreIsBusyAndAnotherIsNot() {
        makeBusy(own);

        int[] counts = spread(new ShuffleGrouper(half(own, other), emitter, true, 0), 4, 10_000);

        assertThat(Arrays.stream(counts).min().getAsInt()).isGreaterThan(2_000);
    }

    @Test
    void staysLocalWhileAllCoresAreBusy() {
        makeBusy(other);
        makeBusy(own);
        assertThat(other.isBusySeenFromOutside()).isTrue();

        int[] counts = spread(new ShuffleGrouper(half(own, other), emitter, true, 0), 4, 1_280);

        assertThat(counts[0] + counts[2]).isEqualTo(1_280);
        assertThat(counts[0]).as("runs of 64").isBetween(640 - 64, 640 + 64);
    }

    @Test
    void followsTasksThatMove() {
        Sink[] tasks = Sink.on(other, 1, 4);
        ShuffleGrouper grouper = new ShuffleGrouper(new Targets(tasks), emitter, true, 0);
        assertThat(spread(grouper, 4, 100)).containsExactly(25, 25, 25, 25);

        tasks[2].moveTo(own);
        assertThat(spread(grouper, 4, 100)).containsExactly(0, 0, 100, 0);

        tasks[0].moveTo(own);
        tasks[2].moveTo(other);
        assertThat(spread(grouper, 4, 100)).containsExactly(100, 0, 0, 0);
    }
}
