package io.eyewall.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The clients of one port, and what their answers take of the heap. When there are too many, or
 * they take too much, those are sent away who have let themselves be waited for longest. Nobody
 * waits for room. Thread-safe.
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
     * @return false if all others are being answered at this moment
     */
    synchronized boolean enter(Conversation conversation) {
        if (conversations.size() >= most && !sendAway(c -> true)) {
            return false;
        }
        conversations.add(conversation);
        return true;
    }

    /** Takes room for an answer. */
    synchronized void reserve(Conversation conversation, int answerBytes) {
        while (bytes + answerBytes > mostBytes && sendAway(c -> c.answerBytes() > 0)) {
            // somebody else has gone
        }
        if (conversations.contains(conversation)) {
            conversation.setAnswerBytes(answerBytes);
            bytes += answerBytes;
        }
    }

    /** A client is gone; may be said twice. */
    synchronized void leave(Conversation conversation) {
        if (conversations.remove(conversation)) {
            bytes -= conversation.answerBytes();
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

    /** Ends all. */
    void close() {
        List<Conversation> all;
        synchronized (this) {
            all = new ArrayList<>(conversations);
        }
        all.forEach(this::leave);
    }
}
