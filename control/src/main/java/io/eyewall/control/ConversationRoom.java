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
 * The clients of one port, and what their answers take of the heap. When there are too many, or
 * they take too much, those are sent away who have let themselves be waited for longest.
 * Thread-safe.
 */
final class ConversationRoom {
    private final int most;
    private final long mostBytes;
    private final Set<Conversation> conversations = new LinkedHashSet<>();
    private long bytes;

    /**
     * @param most how many clients at once
     * @param mostBytes what answers that are being sent may take together; one alone may take more
     */
    ConversationRoom(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /**
     * Lets a client in.
     *
     * @param patienceNs how long to wait while all others are being answered
     * @return false if they still are
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    synchronized boolean enter(Conversation conversation, long patienceNs)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + patienceNs;
        while (conversations.size() >= most && !sendAway(c -> true)) {
            long leftNs = deadlineNs - System.nanoTime();
            if (leftNs <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        conversations.add(conversation);
        return true;
    }

    /** Takes room for an answer, whose client is now waited for. */
    synchronized void reserve(Conversation conversation, int answerBytes) {
        while (bytes + answerBytes > mostBytes && sendAway(c -> c.answerBytes() > 0)) {
            // somebody else has gone
        }
        if (conversations.contains(conversation)) {
            conversation.beginAnswer(answerBytes);
            bytes += answerBytes;
            notifyAll();
        }
    }

    /** A client is gone; may be said twice. */
    synchronized void leave(Conversation conversation) {
        if (conversations.remove(conversation)) {
            bytes -= conversation.answerBytes();
            notifyAll();
        }
        conversation.close();
    }

    private boolean sendAway(Predicate<Conversation> whom) {
        Optional<Conversation> slowest =
                conversations.stream()
                        .filter(Conversation::isWaiting)
                        .filter(whom)
                        .min(Comparator.comparingLong(Conversation::waitingSinceNs));
        slowest.ifPresent(this::leave);
        return slowest.isPresent();
    }

    /**
     * Waits until all who have asked have their answers, so that whoever had a process end hears
     * that it does.
     */
    private synchronized void awaitAnswers(long limitNs) {
        long deadlineNs = System.nanoTime() + limitNs;
        try {
            while (conversations.stream().anyMatch(Conversation::hasAsked)) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    return;
                }
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // then without a wait
        }
    }

    /**
     * Ends all.
     *
     * @param graceNs for answers under way
     */
    void close(long graceNs) {
        awaitAnswers(graceNs);
        List<Conversation> all;
        synchronized (this) {
            all = new ArrayList<>(conversations);
        }
        all.forEach(this::leave);
    }
}
