package io.eyewall.local.multilang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state of each message of a {@link ShellChaosTest}, as reported by its spouts and bolts. A
 * message is {@code task:number}, one emit of it {@code task:number#attempt}. Any thread may call.
 */
final class ShellLedger {
    private final Map<String, Boolean> answered = new HashMap<>();
    private final Set<String> messages = new HashSet<>();
    private final Set<String> acked = new HashSet<>();
    private final Set<String> arrived = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private boolean calm;

    private static String message(String attempt) {
        return attempt.substring(0, attempt.indexOf('#'));
    }

    synchronized void emitting(String attempt) {
        messages.add(message(attempt));
        check(answered.put(attempt, false) == null, attempt + " emitted twice");
    }

    /** Records that a tuple has reached its last bolt, which is about to ack it. */
    synchronized void arriving(String attempt) {
        arrived.add(attempt);
    }

    synchronized void acked(String attempt) {
        answer(attempt, "acked");
        check(arrived.contains(attempt), attempt + " acked, but never at its last bolt");
        acked.add(message(attempt));
    }

    synchronized void failed(String attempt) {
        answer(attempt, "failed");
    }

    private void answer(String attempt, String how) {
        Boolean before = answered.put(attempt, true);
        check(before != null, attempt + " " + how + ", but never emitted");
        check(!Boolean.TRUE.equals(before), attempt + " " + how + " after it had been answered");
    }

    private void check(boolean right, String otherwise) {
        if (!right) {
            violations.add(otherwise);
        }
    }

    /** Ends the chaos: no more faults, and no more new messages. */
    synchronized void calmDown() {
        calm = true;
    }

    synchronized boolean isCalm() {
        return calm;
    }

    synchronized boolean isEveryMessageAckedAndNoneStuck() {
        return acked.size() == messages.size() && !answered.containsValue(false);
    }

    synchronized int messages() {
        return messages.size();
    }

    synchronized int attempts() {
        return answered.size();
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public synchronized String toString() {
        Set<String> open = new HashSet<>(messages);
        open.removeAll(acked);
        List<String> stuck =
                answered.keySet().stream().filter(attempt -> !answered.get(attempt)).toList();
        return "not acked " + open + ", not answered " + stuck + ", violations " + violations;
    }
}
