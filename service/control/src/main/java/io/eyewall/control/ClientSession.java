package io.eyewall.control;

import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Request;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The exchange with one client: a greeting, the client's request, the answer. A thread of its own
 * runs it; other threads query how long the session has been waiting for the client, and may close
 * it.
 */
final class ClientSession {
    /** Value of {@code waitingSinceNs} while the session does not wait. */
    private static final long NOT_WAITING = Long.MAX_VALUE;

    private final FrameChannel channel;
    private final Greeter greeter;
    private final RequestHandler requestHandler;
    private final TimeLimits limits;
    private volatile long waitingSinceNs;
    private volatile long answerBytes;

    /** Provides the greeting. */
    interface Greeter {
        byte[] greeting() throws IOException;
    }

    /**
     * Time limits for clients.
     *
     * @param requestNs nanoseconds to receive the greeting and send the request
     * @param answerNs nanoseconds to receive the answer
     */
    record TimeLimits(long requestNs, long answerNs) {
        static final TimeLimits DEFAULT =
                new TimeLimits(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(30));
    }

    ClientSession(
            FrameChannel channel,
            Greeter greeter,
            RequestHandler requestHandler,
            TimeLimits limits) {
        this.channel = channel;
        this.greeter = greeter;
        this.requestHandler = requestHandler;
        this.limits = limits;
        this.waitingSinceNs = System.nanoTime();
    }

    /**
     * Runs the exchange.
     *
     * @param limiter reserves heap for the answer before the answer is sent
     * @throws IOException if the client has disconnected, is too slow, or sends an invalid frame
     */
    void serve(ConnectionLimiter limiter) throws IOException {
        long deadlineNs = waitingSinceNs + limits.requestNs();
        channel.send(greeter.greeting(), deadlineNs);
        byte[] request = channel.receive(Request.MAX_BYTES, deadlineNs);
        waitingSinceNs = NOT_WAITING;
        byte[] answer = requestHandler.answer(request);
        limiter.reserve(this, answer.length);
        channel.send(answer, System.nanoTime() + limits.answerNs());
    }

    /**
     * Returns since when the session has been waiting for its client, by {@link System#nanoTime};
     * {@link Long#MAX_VALUE} if it does not wait.
     */
    long waitingSinceNs() {
        return waitingSinceNs;
    }

    boolean isWaiting() {
        return waitingSinceNs != NOT_WAITING;
    }

    /** Returns whether the client has sent its request and not yet received the answer. */
    boolean owesAnswer() {
        return !isWaiting() || answerBytes > 0;
    }

    /** Returns the size of its answer; used by {@link ConnectionLimiter}. */
    long answerBytes() {
        return answerBytes;
    }

    /**
     * Called by {@link ConnectionLimiter#reserve} before the answer is sent: from now on the
     * session waits for the client to receive it.
     */
    void beginAnswer(long bytes) {
        answerBytes = bytes;
        waitingSinceNs = System.nanoTime();
    }

    /** Closes the connection, which ends the exchange on its thread. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing left to close.
        }
    }
}
