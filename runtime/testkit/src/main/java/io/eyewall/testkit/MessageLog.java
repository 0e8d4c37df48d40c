package io.eyewall.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pending and completed messages of spouts. Used by the driver's thread only. */
final class MessageLog {
    private record Message(String component, Object id) {}

    private final List<Message> pending = new ArrayList<>();
    private final List<Message> acked = new ArrayList<>();
    private final List<Message> failed = new ArrayList<>();

    void onEmitted(String component, Object id) {
        pending.add(new Message(component, id));
    }

    void onAcked(String component, Object id) {
        complete(new Message(component, id), acked);
    }

    void onFailed(String component, Object id) {
        complete(new Message(component, id), failed);
    }

    private void complete(Message message, List<Message> outcome) {
        pending.remove(message);
        outcome.add(message);
    }

    /** Forgets completed messages; pending ones stay. */
    void clear() {
        acked.clear();
        failed.clear();
    }

    /**
     * Returns the ids of pending messages.
     *
     * @param component component whose messages are returned; null: all messages
     */
    List<Object> pending(@Nullable String component) {
        return ids(pending, component);
    }

    List<Object> acked(@Nullable String component) {
        return ids(acked, component);
    }

    List<Object> failed(@Nullable String component) {
        return ids(failed, component);
    }

    private static List<Object> ids(List<Message> messages, @Nullable String component) {
        return messages.stream()
                .filter(message -> component == null || message.component().equals(component))
                .map(Message::id)
                .toList();
    }
}
