package io.eyewall.toolkit.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares windows with sublists of a list. */
class WindowTest {
    private final List<List<Integer>> windows = new ArrayList<>();
    private final List<Integer> released = new ArrayList<>();

    private final Window.Listener<Integer> listener =
            new Window.Listener<>() {
                @Override
                public void onWindow(List<Integer> elements) {
                    windows.add(List.copyOf(elements));
                }

                @Override
                public void onRelease(List<Integer> elements) {
                    released.addAll(elements);
                }
            };

    private static Window<Integer> open(WindowSpec<Integer> spec) {
        return spec.open(Function.identity(), 0);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Property(tries = 200)
    void splitsIntoTumblingWindowsByCount(
            @ForAll @IntRange(max = 50) int count, @ForAll @IntRange(min = 1, max = 12) int size) {
        windows.clear();
        released.clear();
        Window<Integer> window = open(WindowSpec.tumbling(Bound.count(size)));
        numbers(count).forEach(number -> window.insert(number, 0, listener));
        assertThat(windows).hasSize(count / size);
        window.end(listener);

        assertThat(windows.stream().flatMap(List::stream).toList()).isEqualTo(numbers(count));
        assertThat(windows.subList(0, count / size)).allMatch(each -> each.size() == size);
        assertThat(released).isEqualTo(numbers(count));
        assertThat(window.isEmpty()).isTrue();
    }

    @Property(tries = 200)
    void holdsTheLatestInASlidingWindowByCount(
            @ForAll @IntRange(max = 40) int count,
            @ForAll @IntRange(min = 1, max = 8) int size,
            @ForAll @IntRange(min = 1, max = 8) int every) {
        windows.clear();
        released.clear();
        Window<Integer> window = open(WindowSpec.sliding(Bound.count(size), Bound.count(every)));
        numbers(count).forEach(number -> window.insert(number, 0, listener));
        List<List<Integer>> expected = new ArrayList<>();
        for (int i = every; i <= count; i += every) {
            expected.add(numbers(count).subList(Math.max(0, i - size), i));
        }
        assertThat(windows).isEqualTo(expected);

        window.end(listener);
        assertThat(windows).hasSize(expected.size() + (count % every == 0 ? 0 : 1));
        assertThat(released).as("each once, in order").isEqualTo(numbers(count));
    }

    /** Elements are times, which increase by the gaps. */
    @Property(tries = 200)
    void holdsTheElementsOfAnInterval(
            @ForAll @Size(max = 30) List<@IntRange(max = 400) Integer> gaps) {
        windows.clear();
        released.clear();
        Window<Integer> tumbling = open(WindowSpec.tumbling(Bound.time(Duration.ofMillis(500))));
        List<Integer> times = new ArrayList<>();
        int now = 0;
        for (int gap : gaps) {
            now += gap;
            times.add(now);
            tumbling.insert(now, now, listener);
        }
        tumbling.end(listener);

        assertThat(windows.stream().flatMap(List::stream).toList()).isEqualTo(times);
        assertThat(windows).allMatch(w -> w.get(0) / 500 == w.get(w.size() - 1) / 500);
        assertThat(windows.stream().map(w -> w.get(0) / 500)).doesNotHaveDuplicates();
        assertThat(released).isEqualTo(times);
    }

    @Property(tries = 200)
    void holdsRecentElementsInASlidingWindowByTime(
            @ForAll @Size(max = 30) List<@IntRange(max = 400) Integer> gaps) {
        windows.clear();
        released.clear();
        Window<Integer> sliding =
                open(WindowSpec.sliding(Bound.time(Duration.ofMillis(700)), Bound.count(1)));
        List<Integer> times = new ArrayList<>();
        List<List<Integer>> expected = new ArrayList<>();
        int now = 0;
        for (int gap : gaps) {
            now += gap;
            times.add(now);
            sliding.insert(now, now, listener);
            int latest = now;
            expected.add(times.stream().filter(time -> latest - time < 700).toList());
        }

        assertThat(windows).isEqualTo(expected);
        sliding.end(listener);
        assertThat(windows).isEqualTo(expected);
        assertThat(released).isEqualTo(times);
    }

    @Property(tries = 200)
    void limitsTheDifferenceWithinAWindow(
            @ForAll @Size(max = 30) List<@IntRange(max = 9) Integer> gaps) {
        windows.clear();
        released.clear();
        Window<Integer> window = open(WindowSpec.tumbling(Bound.delta(Integer::doubleValue, 10)));
        List<Integer> values = new ArrayList<>();
        int value = 0;
        for (int gap : gaps) {
            value += gap;
            values.add(value);
            window.insert(value, 0, listener);
        }
        window.end(listener);

        assertThat(windows.stream().flatMap(List::stream).toList()).isEqualTo(values);
        assertThat(windows).allMatch(w -> w.get(w.size() - 1) - w.get(0) <= 10);
        for (int i = 1; i < windows.size(); i++) {
            assertThat(windows.get(i).get(0) - windows.get(i - 1).get(0))
                    .as("none ends early")
                    .isGreaterThan(10);
        }
    }

    @Test
    void endsAWindowByTimeAlone() {
        Window<Integer> window = open(WindowSpec.tumbling(Bound.time(Duration.ofMillis(500))));
        window.insert(1, 700, listener);
        window.tick(999, listener);
        assertThat(windows).isEmpty();
        window.tick(1_000, listener);
        assertThat(windows).containsExactly(List.of(1));
        window.tick(2_000, listener);
        assertThat(windows).as("nothing is told of an empty one").hasSize(1);
    }

    @Test
    void triggersASlidingWindowByTime() {
        Window<Integer> window =
                open(
                        WindowSpec.sliding(
                                Bound.time(Duration.ofMillis(1_000)),
                                Bound.time(Duration.ofMillis(500))));
        window.insert(1, 100, listener);
        window.tick(500, listener);
        window.insert(2, 600, listener);
        window.tick(1_000, listener);
        window.tick(1_500, listener);
        window.tick(2_000, listener);

        assertThat(windows).containsExactly(List.of(1), List.of(1, 2), List.of(2));
        assertThat(released).containsExactly(1, 2);
    }

    /** Elements are times; the window is not ticked between them. */
    @Property(tries = 200)
    void evaluatesEveryElementOfASlidingWindow(
            @ForAll @Size(max = 30) List<@IntRange(max = 3_000) Integer> gaps,
            @ForAll @IntRange(min = 1, max = 2) int slides) {
        windows.clear();
        Window<Integer> window =
                open(
                        WindowSpec.sliding(
                                Bound.time(Duration.ofMillis(500L * slides)),
                                Bound.time(Duration.ofMillis(500))));
        List<Integer> times = new ArrayList<>();
        int now = 0;
        for (int gap : gaps) {
            now += gap;
            times.add(now);
            window.insert(now, now, listener);
        }
        window.end(listener);

        assertThat(windows.stream().flatMap(List::stream).toList()).containsAll(times);
        assertThat(windows).allMatch(w -> w.get(w.size() - 1) - w.get(0) < 500L * slides);
    }

    @Test
    void evaluatesAMissedWindowAsOfItsTime() {
        Window<Integer> window =
                open(
                        WindowSpec.sliding(
                                Bound.time(Duration.ofMillis(1_000)),
                                Bound.time(Duration.ofMillis(500))));
        window.insert(1, 100, listener);
        window.insert(2, 500, listener);
        window.tick(5_000, listener);

        assertThat(windows).containsExactly(List.of(1), List.of(1, 2));
    }

    @Test
    void endsAWindowAtADifferenceOfNaN() {
        Bound<Integer> bound = Bound.delta(value -> value == 2 ? Double.NaN : value, 10);
        Window<Integer> tumbling = open(WindowSpec.tumbling(bound));
        numbers(5).forEach(number -> tumbling.insert(number, 0, listener));
        tumbling.end(listener);
        assertThat(windows).containsExactly(List.of(0, 1), List.of(2), List.of(3, 4));

        windows.clear();
        Window<Integer> sliding = open(WindowSpec.sliding(bound, Bound.count(5)));
        numbers(5).forEach(number -> sliding.insert(number, 0, listener));
        assertThat(windows).containsExactly(List.of(3, 4));
    }

    @Test
    void endsAWindowAtAMarker() {
        Window<Integer> window = open(WindowSpec.tumbling(Bound.punctuation()));
        window.insert(1, 0, listener);
        window.insert(2, 0, listener);
        window.punctuation(0, listener);
        window.punctuation(0, listener);
        window.insert(3, 0, listener);
        window.end(listener);

        assertThat(windows).containsExactly(List.of(1, 2), List.of(3));
    }

    @Test
    void rejectsInvalidWindows() {
        assertThatThrownBy(() -> Bound.count(0)).hasMessageContaining("window of 0 values");
        assertThatThrownBy(() -> Bound.time(Duration.ZERO)).hasMessageContaining("1 ms or more");
        assertThatThrownBy(() -> Bound.delta(Object::hashCode, Double.NaN))
                .hasMessageContaining("more than 0");
        assertThatThrownBy(() -> WindowSpec.sliding(Bound.punctuation(), Bound.count(1)))
                .hasMessageContaining("use a tumbling window");
    }
}
