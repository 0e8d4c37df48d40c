package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TimersTest {
    private final Timers timers = new Timers();
    private final List<String> ran = new ArrayList<>();

    @Test
    void runsOnceWhenDueAndNotBefore() {
        timers.at(100, () -> ran.add("a"));

        assertThat(timers.fire(99)).isZero();
        assertThat(timers.fire(100)).isEqualTo(1);
        assertThat(timers.fire(1000)).isZero();
        assertThat(ran).containsExactly("a");
    }

    @Test
    void runsByDeadlineAndThenInTheOrderOfSetting() {
        timers.at(20, () -> ran.add("late"));
        timers.at(10, () -> ran.add("first"));
        timers.at(10, () -> ran.add("second"));

        assertThat(timers.fire(20)).isEqualTo(3);
        assertThat(ran).containsExactly("first", "second", "late");
    }

    @Test
    void returnsTheTimeUntilTheNextTimer() {
        assertThat(timers.untilNextNs(5)).isEqualTo(Long.MAX_VALUE);
        timers.at(100, () -> {});

        assertThat(timers.untilNextNs(40)).isEqualTo(60);
        assertThat(timers.untilNextNs(100)).isZero();
        assertThat(timers.untilNextNs(500)).isZero();
    }

    @Test
    void aPeriodicTimerKeepsItsPhase() {
        timers.every(1_000, 100, () -> ran.add("tick"));

        assertThat(timers.fire(1_099)).isZero();
        timers.fire(1_150); // 50 late
        assertThat(timers.untilNextNs(1_150)).isEqualTo(50);
        timers.fire(1_200);

        assertThat(ran).hasSize(2);
    }

    @Test
    void aPeriodicTimerThatIsLateBySeveralPeriodsRunsOnce() {
        timers.every(0, 100, () -> ran.add("tick"));

        assertThat(timers.fire(1_000)).isEqualTo(1);
        assertThat(timers.untilNextNs(1_000)).isEqualTo(100);
        assertThat(timers.fire(1_099)).isZero();
        assertThat(timers.fire(1_100)).isEqualTo(1);
    }

    @Test
    void aCancelledTimerNeverRuns() {
        Timers.Timer once = timers.at(10, () -> ran.add("once"));
        Timers.Timer periodic = timers.every(0, 10, () -> ran.add("periodic"));
        timers.fire(10);
        once.cancel();
        periodic.cancel();
        ran.clear();

        assertThat(timers.fire(1_000)).isZero();
        assertThat(ran).isEmpty();
        assertThat(timers.untilNextNs(1_000)).as("dropped").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void releasesACancelledTimerAtOnce() {
        Timers.Timer first = timers.at(10, () -> ran.add("first"));
        Timers.Timer hour = timers.every(0, 3_600_000, () -> ran.add("hour"));
        timers.at(20, () -> ran.add("kept"));

        hour.cancel();
        hour.cancel();
        first.cancel();

        assertThat(timers.count()).isEqualTo(1);
        assertThat(timers.untilNextNs(0)).isEqualTo(20);
        assertThat(hour.deadlineNs()).as("still told").isEqualTo(3_600_000);
        timers.fire(20);
        assertThat(ran).containsExactly("kept");
    }

    @Test
    void cancellingATimerThatHasRunDoesNothing() {
        Timers.Timer done = timers.at(10, () -> {});
        timers.fire(10);
        timers.at(20, () -> ran.add("other"));

        done.cancel();

        assertThat(timers.fire(20)).isEqualTo(1);
        assertThat(ran).containsExactly("other");
    }

    @Test
    void aTimerMayCancelItselfAndSetOthers() {
        List<Timers.Timer> self = new ArrayList<>();
        self.add(
                timers.every(
                        0,
                        10,
                        () -> {
                            ran.add("self");
                            self.get(0).cancel();
                            timers.at(15, () -> ran.add("set"));
                        }));

        timers.fire(10);
        timers.fire(14);
        assertThat(ran).containsExactly("self");
        timers.fire(100);
        assertThat(ran).containsExactly("self", "set");
    }

    @Test
    void worksWhereTheClockWrapsAround() {
        long now = Long.MAX_VALUE - 50;
        timers.at(now + 100, () -> ran.add("after")); // negative
        timers.at(now + 10, () -> ran.add("before"));

        assertThat(timers.untilNextNs(now)).isEqualTo(10);
        assertThat(timers.fire(now)).isZero();
        assertThat(timers.fire(now + 60)).isEqualTo(1);
        assertThat(timers.fire(now + 100)).isEqualTo(1);
        assertThat(ran).containsExactly("before", "after");
    }

    @Property(tries = 300)
    void runsThoseThatAreNotCancelledInOrder(
            @ForAll @Size(max = 60) List<@IntRange(max = 50) Integer> deadlines,
            @ForAll @Size(max = 60) List<Boolean> cancelled) {
        Timers fresh = new Timers();
        List<Integer> fired = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        List<Timers.Timer> all = new ArrayList<>();
        deadlines.forEach(deadline -> all.add(fresh.at(deadline, () -> fired.add(deadline))));
        for (int i = 0; i < all.size(); i++) {
            if (i < cancelled.size() && cancelled.get(i)) {
                all.get(i).cancel();
            } else {
                kept.add(deadlines.get(i));
            }
        }

        assertThat(fresh.count()).isEqualTo(kept.size());
        fresh.fire(50);

        kept.sort(Comparator.naturalOrder());
        assertThat(fired).isEqualTo(kept);
        assertThat(fresh.count()).isZero();
    }

    @Property(tries = 300)
    void runsEveryTimerExactlyOnceInOrder(
            @ForAll @Size(max = 40) List<@IntRange(max = 50) Integer> deadlines,
            @ForAll @Size(max = 20) List<@IntRange(max = 10) Integer> steps) {
        Timers fresh = new Timers();
        List<Integer> fired = new ArrayList<>();
        for (int deadline : deadlines) {
            fresh.at(deadline, () -> fired.add(deadline));
        }
        int now = 0;
        for (int step : steps) {
            now += step;
            fresh.fire(now);
            int until = now;
            assertThat(fired)
                    .containsExactlyElementsOf(
                            deadlines.stream()
                                    .filter(deadline -> deadline <= until)
                                    .sorted(Comparator.naturalOrder())
                                    .toList());
        }
    }
}
