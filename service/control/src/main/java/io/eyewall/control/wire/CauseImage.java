package io.eyewall.control.wire;

import io.eyewall.engine.StackTraceText;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a throwable. The throwable's methods are user code: they may throw exceptions,
 * or return megabytes.
 */
record CauseImage(
        String type,
        @Nullable String message,
        String headline,
        List<FrameImage> frames,
        @Nullable CauseImage cause,
        List<CauseImage> suppressed) {
    /** The largest depth of causes, which may form a cycle. */
    private static final int MAX_DEPTH = 16;

    private static final int MAX_FRAMES = 1024;

    static CauseImage of(Throwable thrown) {
        return Objects.requireNonNull(of(thrown, 0), "image");
    }

    private static @Nullable CauseImage of(@Nullable Throwable thrown, int depth) {
        if (thrown == null || depth >= MAX_DEPTH) {
            return null;
        }
        StackTraceElement[] frames = callSafely(thrown, Throwable::getStackTrace);
        return new CauseImage(
                thrown instanceof RemoteCause remote ? remote.type() : thrown.getClass().getName(),
                truncate(callSafely(thrown, Throwable::getMessage)),
                StackTraceText.headlineOf(thrown),
                frames == null
                        ? List.of()
                        : Stream.of(frames).limit(MAX_FRAMES).map(FrameImage::of).toList(),
                of(callSafely(thrown, Throwable::getCause), depth + 1),
                Stream.of(thrown.getSuppressed())
                        .limit(MAX_DEPTH)
                        .map(suppressed -> of(suppressed, Math.max(depth + 1, MAX_DEPTH - 2)))
                        .filter(Objects::nonNull)
                        .toList());
    }

    private static <T> @Nullable T callSafely(
            Throwable thrown, Function<Throwable, @Nullable T> method) {
        try {
            return method.apply(thrown);
        } catch (Throwable again) { // also an Error: user code threw it
            return null;
        }
    }

    private static @Nullable String truncate(@Nullable String message) {
        return message == null || message.length() <= StackTraceText.MAX_CHARS
                ? message
                : message.substring(0, StackTraceText.MAX_CHARS) + "...";
    }

    RemoteCause toCause() {
        RemoteCause remote =
                new RemoteCause(type, message, headline, cause == null ? null : cause.toCause());
        remote.setStackTrace(
                frames.stream().map(FrameImage::element).toArray(StackTraceElement[]::new));
        suppressed.forEach(image -> remote.addSuppressed(image.toCause()));
        return remote;
    }
}
