package io.eyewall.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Limits the number of clients of one port and the heap for their answers. If a limit is exceeded,
 * the clients that have been waited for longest are disconnected. Thread-safe.
 */
final class ConnectionLimiter {
    private final int most;
    private final long mostBytes;
    private final Set<ClientSession> conversations = new LinkedHashSet<>();
    private long bytes;

    /**
     * @param most largest number of clients at the same time
     * @param mostBytes largest total size of the answers that are being sent; a single answer may
     *     exceed it
     */
    ConnectionLimiter(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * Admits a client.
     *
     * @param patienceNs nanoseconds to wait while all other clients are being answered
     * @return false if they still are
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    synchronized boolean enter(ClientSession conversation, long patienceNs)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + patienceNs;
        while (conversations.size() >= most && !disconnectSlowest(c -> true)) {
            long leftNs = deadlineNs - System.nanoTime();
            if (leftNs <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        conversations.add(conversation);
        return true;
    }

    /** Reserves heap for an answer; from now on the client is waited for. */
    synchronized void reserve(ClientSession conversation, int answerBytes) {
        while (bytes + answerBytes > mostBytes && disconnectSlowest(c -> c.answerBytes() > 0)) {
            // another client has been disconnected
        }
        if (conversations.contains(conversation)) {
            conversation.beginAnswer(answerBytes);
            bytes += answerBytes;
            notifyAll();
        }
    }

    /** Removes and closes a client; may be called twice. */
    synchronized void leave(ClientSession conversation) {
        if (conversations.remove(conversation)) {
            bytes -= conversation.answerBytes();
            notifyAll();
        }
        conversation.close();
    }

    private boolean disconnectSlowest(Predicate<ClientSession> candidates) {
        Optional<ClientSession> slowest =
                conversations.stream()
                        .filter(ClientSession::isWaiting)
                        .filter(candidates)
                        .min(Comparator.comparingLong(ClientSession::waitingSinceNs));
        slowest.ifPresent(this::leave);
        return slowest.isPresent();
    }

    /**
     * Waits until all clients that have sent a request have their answers, so that a client that
     * made the process end learns that it does.
     */
    private synchronized void awaitAnswers(long limitNs) {
        long deadlineNs = System.nanoTime() + limitNs;
        try {
            while (conversations.stream().anyMatch(ClientSession::hasAsked)) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return;
                }
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // end the wait
        }
    }

    /**
     * Disconnects all clients.
     *
     * @param graceNs nanoseconds for answers in progress
     */
    void close(long graceNs) {
        awaitAnswers(graceNs);
        List<ClientSession> all;
        synchronized (this) {
            all = new ArrayList<>(conversations);
        }
        all.forEach(this::leave);
    }
}
