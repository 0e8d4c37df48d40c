package io.eyewall.control;

import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Request;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * The exchange with one client: a greeting, its request, the answer. A thread of its own runs it;
 * other threads query how long it has been waiting for the client, and may close it.
 */
final class ClientSession {
    /** Value of {@code waitingSinceNs} when it does not wait. */
    private static final long NOT_WAITING = Long.MAX_VALUE;

    private final FrameChannel channel;
    private final Greeter greeter;
    private final Requests requests;
    private final Times times;
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
    record Times(long requestNs, long answerNs) {
        static final Times USUAL =
                new Times(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(30));
    }

    ClientSession(FrameChannel channel, Greeter greeter, Requests requests, Times times) {
        this.channel = channel;
        this.greeter = greeter;
        this.requests = requests;
        this.times = times;
        this.waitingSinceNs = System.nanoTime();
    }

    /**
     * Runs the exchange.
     *
     * @param room reserves heap for the answer before it is sent
     * @throws IOException if the client has disconnected, is too slow, or sends an invalid frame
     */
    void serve(ConnectionLimiter room) throws IOException {
        long deadlineNs = waitingSinceNs + times.requestNs();
        channel.send(greeter.greeting(), deadlineNs);
        byte[] request = channel.receive(Request.MAX_BYTES, deadlineNs);
        waitingSinceNs = NOT_WAITING;
        byte[] answer = requests.answer(request);
        room.reserve(this, answer.length);
        channel.send(answer, System.nanoTime() + times.answerNs());
    }

    /**
     * Returns the time since when it has been waiting for its client; {@link Long#MAX_VALUE} if it
     * does not wait.
     */
    long waitingSinceNs() {
        return waitingSinceNs;
    }

    boolean isWaiting() {
        return waitingSinceNs != NOT_WAITING;
    }

    /** Returns whether the client has sent its request and not yet received the answer. */
    boolean hasAsked() {
        return !isWaiting() || answerBytes > 0;
    }

    /** Returns the size of its answer; used by {@link ConnectionLimiter}. */
    long answerBytes() {
        return answerBytes;
    }

    /** Marks the begin of the answer: from now on it waits for the client to receive it. */
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
