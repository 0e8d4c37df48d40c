package io.eyewall.control;

import io.eyewall.control.wire.FrameChannel;
import io.eyewall.control.wire.Request;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * One client: a greeting, its request, the answer. Its own thread runs it; others ask how long it
 * has waited for the client, and may close it.
 */
final class Conversation {
    /** When nobody waits. */
    private static final long NOT_WAITING = Long.MAX_VALUE;

    private final FrameChannel channel;
    private final Greeter greeter;
    private final Requests requests;
    private final Times times;
    private volatile long waitingSinceNs;
    private volatile long answerBytes;

    /** Says who answers. */
    interface Greeter {
        byte[] greeting() throws IOException;
    }

    /**
     * How long clients may take.
     *
     * @param requestNs for the greeting and their request
     * @param answerNs to take the answer
     */
    record Times(long requestNs, long answerNs) {
        static final Times USUAL =
                new Times(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(30));
    }

    Conversation(FrameChannel channel, Greeter greeter, Requests requests, Times times) {
        this.channel = channel;
        this.greeter = greeter;
        this.requests = requests;
        this.times = times;
        this.waitingSinceNs = System.nanoTime();
    }

    /**
     * Holds it.
     *
     * @param room is made for the answer before it is sent
     * @throws IOException if the client is gone, too slow, or says what is no frame
     */
    void hold(ConversationRoom room) throws IOException {
        long deadlineNs = waitingSinceNs + times.requestNs();
        channel.send(greeter.greeting(), deadlineNs);
        byte[] request = channel.receive(Request.MOST_BYTES, deadlineNs);
        waitingSinceNs = NOT_WAITING;
        byte[] answer = requests.answer(request);
        room.reserve(this, answer.length);
        channel.send(answer, System.nanoTime() + times.answerNs());
    }

    /** When it began to wait for its client; {@link Long#MAX_VALUE} if it does not. */
    long waitingSinceNs() {
        return waitingSinceNs;
    }

    boolean isWaiting() {
        return waitingSinceNs != NOT_WAITING;
    }

    /** Whether its client has asked, and has no answer as yet. */
    boolean hasAsked() {
        return !isWaiting() || answerBytes > 0;
    }

    /** What its answer takes; for {@link ConversationRoom}. */
    long answerBytes() {
        return answerBytes;
    }

    /** From now on it waits until its client has taken them. */
    void beginAnswer(long bytes) {
        answerBytes = bytes;
        waitingSinceNs = System.nanoTime();
    }

    /** Ends it; its thread finds out. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing left to close.
        }
    }
}
