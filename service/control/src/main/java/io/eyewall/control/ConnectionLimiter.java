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
 * the port disconnects the client for which it has been waiting longest. Thread-safe.
 */
final class ConnectionLimiter {
    private final int maxClients;
    private final long maxAnswerBytes;
    private final Set<ClientSession> sessions = new LinkedHashSet<>();
    private long answerBytes;

    /**
     * @param maxClients largest number of clients at the same time
     * @param maxAnswerBytes largest total size of the answers that are being sent; a single answer
     *     may exceed it
     */
    ConnectionLimiter(int maxClients, long maxAnswerBytes) {
        this.maxClients = maxClients;
        this.maxAnswerBytes = maxAnswerBytes;
    }

    /**
     * Admits a client.
     *
     * @param limitNs nanoseconds to wait while all other clients are being answered
     * @return false if all of them are still being answered then
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    synchronized boolean enter(ClientSession session, long limitNs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + limitNs;
        while (sessions.size() >= maxClients && !disconnectSlowest(c -> true)) {
            long leftNs = deadlineNs - System.nanoTime();
            if (leftNs <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        sessions.add(session);
        return true;
    }

    /** Reserves heap for an answer; from now on the session waits for its client. */
    synchronized void reserve(ClientSession session, int newBytes) {
        while (answerBytes + newBytes > maxAnswerBytes
                && disconnectSlowest(c -> c.answerBytes() > 0)) {
            // another client has been disconnected
        }
        if (sessions.contains(session)) {
            session.beginAnswer(newBytes);
            answerBytes += newBytes;
            notifyAll();
        }
    }

    /** Removes and closes a client; may be called twice. */
    synchronized void leave(ClientSession session) {
        if (sessions.remove(session)) {
            answerBytes -= session.answerBytes();
            notifyAll();
        }
        session.close();
    }

    private boolean disconnectSlowest(Predicate<ClientSession> candidates) {
        Optional<ClientSession> slowest =
                sessions.stream()
                        .filter(ClientSession::isWaiting)
                        .filter(candidates)
                        .min(Comparator.comparingLong(ClientSession::waitingSinceNs));
        slowest.ifPresent(this::leave);
        return slowest.isPresent();
    }

    /**
     * Waits until all clients that have sent a request have their answers, so that a client whose
     * request ends the process receives an answer, too.
     */
    private synchronized void awaitAnswers(long limitNs) {
        long deadlineNs = System.nanoTime() + limitNs;
        try {
            while (sessions.stream().anyMatch(ClientSession::owesAnswer)) {
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
            all = new ArrayList<>(sessions);
        }
        all.forEach(this::leave);
    }
}
