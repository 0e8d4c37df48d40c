package io.eyewall.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceBookTest {
    private static final TraceQuery ALL = new TraceQuery(0, TraceBook.MAX_TRACES);

    private long nowNs = 5_000_000_000L;
    private final TraceBook book =
            new TraceBook(new TraceSettings(0, 10), () -> nowNs, () -> nowNs / 1_000_000);

    private LiveTrace begin() {
        return book.beginTrace("spout", 1, null);
    }

    private void settled() {
        begin().end(TraceOutcome.UNTRACKED);
    }

    private static void emit(LiveSpan from, int chars) {
        LiveEmit emit = from.emit("s", "x".repeat(chars), List.of(2), null);
        if (emit != null) {
            from.child(emit, List.of(), "bolt", 2);
        }
    }

    @Test
    void keepsTheLatestTraces() {
        for (int i = 0; i < 1000; i++) {
            begin();
        }

        TraceReport report = book.report(ALL);

        assertThat(report.begun()).isEqualTo(1000);
        assertThat(report.traces())
                .extracting(Trace::number)
                .containsExactlyElementsOf(LongStream.rangeClosed(745, 1000).boxed().toList());
    }

    @Test
    void returnsTracesInPages() {
        for (int i = 0; i < 10; i++) {
            begin();
        }

        TraceReport page = book.report(new TraceQuery(4, 5));
        TraceReport last = book.report(new TraceQuery(9, 5));

        assertThat(page.traces()).extracting(Trace::number).containsExactly(5L, 6L, 7L, 8L, 9L);
        assertThat(page.more()).isTrue();
        assertThat(last.traces()).extracting(Trace::number).containsExactly(10L);
        assertThat(last.more()).isFalse();
        assertThat(book.report(new TraceQuery(99, 5)).traces()).isEmpty();
    }

    @Test
    void dropsOldTraces() {
        begin();
        nowNs += TraceBook.maxAge().toNanos();
        begin();
        nowNs += 1;

        assertThat(book.report(ALL).traces()).extracting(Trace::number).containsExactly(2L);
    }

    @Test
    void dropsTheOldestTracesAtTheMemoryLimit() {
        for (int i = 0; i < 2000; i++) {
            LiveTrace trace = begin();
            for (int j = 0; j < 400; j++) {
                emit(trace.root(), 200);
            }
        }

        List<Trace> kept = book.report(ALL).traces();

        assertThat(kept).hasSizeBetween(5, 200);
        assertThat(kept.get(kept.size() - 1).number()).isBetween(1800L, 2000L);
        assertThat(book.report(ALL).more()).isTrue(); // a report is bounded, too
    }

    @Test
    void addsNothingToADroppedTrace() {
        LiveTrace first = begin();
        for (int i = 0; i < TraceBook.MAX_TRACES; i++) {
            begin();
        }

        assertThat(first.root().emit("s", "[]", List.of(), null)).isNull();
        first.root().recordAnswer(TraceAnswer.ACKED);
        first.end(TraceOutcome.ACKED); // has no effect
    }

    @Test
    void keepsTheFirstAnswer() {
        LiveTrace trace = begin();

        trace.root().recordAnswer(TraceAnswer.FAILED);
        trace.root().recordAnswer(TraceAnswer.ACKED);

        assertThat(trace.toTrace().root().answer()).isEqualTo(TraceAnswer.FAILED);
    }

    @Test
    void limitsTracesPerSecond() {
        int begun = 0;
        for (int i = 0; i < 3000; i++) { // three seconds
            begun += book.mayBegin() ? 1 : 0;
            nowNs += 1_000_000;
        }

        assertThat(begun).isBetween(30, 41); // one second's worth may begin at once
        assertThat(book.report(ALL).refused()).isEqualTo(3000 - begun);
    }

    @Test
    void endsLeasesAtTheirLimit() {
        book.lease(new TraceLease("a", 100, Duration.ofSeconds(2)));
        book.lease(new TraceLease("b", 7, Duration.ofSeconds(1)));
        assertThat(book.every()).isEqualTo(7);
        nowNs += Duration.ofSeconds(1).toNanos();
        assertThat(book.every()).isEqualTo(100);
        book.lease(new TraceLease("a", 50, Duration.ofSeconds(2)));
        nowNs += Duration.ofSeconds(1).toNanos();
        assertThat(book.every()).isEqualTo(50);
        nowNs += Duration.ofSeconds(1).toNanos();
        assertThat(book.every()).isZero();

        book.set(new TraceSettings(1000, 10));
        book.lease(new TraceLease("a", 5000, Duration.ofSeconds(2)));
        assertThat(book.every()).isEqualTo(1000);
    }

    @Test
    void limitsTheNumberOfLeases() {
        for (int i = 0; i < 32; i++) {
            book.lease(new TraceLease("holder " + i, 100, Duration.ofSeconds(2)));
        }

        assertThatThrownBy(() -> book.lease(new TraceLease("x", 1, Duration.ofSeconds(1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("32 leases are active");
        book.lease(new TraceLease("holder 3", 1, Duration.ZERO));
        book.lease(new TraceLease("x", 1, Duration.ofSeconds(1)));
        assertThat(book.every()).isEqualTo(1);
    }

    @Test
    void tracesNothingAfterTheEnd() {
        book.set(new TraceSettings(5, 10));
        book.close();
        book.set(new TraceSettings(5, 10));
        book.lease(new TraceLease("x", 1, Duration.ofSeconds(1)));

        assertThat(book.every()).isZero();
    }

    @Test
    void rejectsValuesOutOfRange() {
        assertThatThrownBy(() -> new TraceSettings(-1, 1)).hasMessageContaining("every is -1");
        assertThatThrownBy(() -> new TraceSettings(1, 0)).hasMessageContaining("perSecond is 0");
        assertThatThrownBy(() -> new TraceLease("", 1, Duration.ZERO)).hasMessageContaining("name");
        assertThatThrownBy(() -> new TraceLease("x", 0, Duration.ZERO))
                .hasMessageContaining("every is 0");
        assertThatThrownBy(() -> new TraceLease("x", 1, Duration.ofHours(1)))
                .hasMessageContaining("PT1H");
        assertThatThrownBy(() -> new TraceQuery(0, 1000)).hasMessageContaining("1000");
    }

    @Test
    void followerReturnsEachSettledTraceOnce() {
        TraceFollower follower = new TraceFollower(book::report, Duration.ofSeconds(30));
        LiveTrace open = begin();
        settled();

        assertThat(follower.poll(nowNs / 1000)).extracting(Trace::number).containsExactly(2L);
        assertThat(follower.poll(nowNs / 1000)).isEmpty();
        settled();
        open.end(TraceOutcome.UNTRACKED);
        assertThat(follower.poll(nowNs / 1000)).extracting(Trace::number).containsExactly(1L, 3L);
        assertThat(follower.poll(nowNs / 1000)).isEmpty();
        assertThat(follower.missed()).isZero();
    }

    @Test
    void followerLimitsItsWaitAndCountsMissedTraces() {
        TraceFollower follower = new TraceFollower(book::report, Duration.ofSeconds(30));
        begin();
        assertThat(follower.poll(nowNs / 1000)).isEmpty();
        nowNs += Duration.ofSeconds(31).toNanos();
        assertThat(follower.poll(nowNs / 1000)).hasSize(1);

        for (int i = 0; i < 300; i++) {
            settled();
        }
        assertThat(follower.poll(nowNs / 1000)).hasSize(TraceBook.MAX_TRACES);
        assertThat(follower.missed()).isEqualTo(300 - TraceBook.MAX_TRACES);
    }

    @Test
    void followerContinuesAfterARestart() {
        TraceBook[] current = {book};
        TraceFollower follower =
                new TraceFollower(query -> current[0].report(query), Duration.ofSeconds(30));
        settled();
        settled();
        assertThat(follower.poll(nowNs / 1000)).hasSize(2);

        current[0] = new TraceBook(new TraceSettings(0, 10), () -> nowNs, () -> nowNs / 1_000_000);
        current[0].beginTrace("spout", 1, null).end(TraceOutcome.UNTRACKED);

        assertThat(follower.poll(nowNs / 1000)).extracting(Trace::number).containsExactly(1L);
    }

    private static final List<String> CALLS = new ArrayList<>();

    /** Records scopes as a user's library would. */
    public static final class Recording implements SpanScopes {
        @Override
        public Scope enter(String traceId, String spanId) {
            CALLS.add("enter " + spanId);
            return () -> CALLS.add("leave " + spanId);
        }
    }

    /** Throws when it is notified. */
    public static final class Throwing implements SpanScopes {
        @Override
        public Scope enter(String traceId, String spanId) {
            CALLS.add("throw");
            throw new NoClassDefFoundError("no");
        }
    }

    /** Closes the book while it is notified, and throws. */
    public static final class Closing implements SpanScopes {
        private static @Nullable TraceBook toClose;

        @Override
        public Scope enter(String traceId, String spanId) {
            Objects.requireNonNull(toClose).close();
            throw new IllegalStateException("closed meanwhile");
        }
    }

    @Test
    void aBookMayBeClosedWhileAScopeThrows(@TempDir Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(SpanScopes.class.getName()), Closing.class.getName());
        Closing.toClose = book;
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            book.findScopes(loader);
        }
        LiveSpan span = begin().root();

        Objects.requireNonNull(book.enter(span)).close();

        assertThat(book.enter(span)).isNull();
    }

    @Test
    void notifiesScopesUntilTheyThrow(@TempDir Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(SpanScopes.class.getName()),
                Throwing.class.getName() + "\n" + Recording.class.getName() + "\n");
        CALLS.clear();
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            book.findScopes(loader);
        }
        LiveSpan span = begin().root();

        Objects.requireNonNull(book.enter(span)).close();
        Objects.requireNonNull(book.enter(span)).close();

        String id = span.link().spanId();
        assertThat(CALLS)
                .containsExactly(
                        "throw", "enter " + id, "leave " + id, "enter " + id, "leave " + id);
        book.close();
        assertThat(book.enter(span)).isNull();
    }
}
