package io.eyewall.testkit.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * The bookkeeping of a chaos run, independent of the engine's: the tuples for which every message
 * still waits, as reported by the spouts and bolts themselves. A task that emits reports so before
 * it completes its input, and a task that acks or fails reports so beforehand. So whenever the
 * engine reports a message as complete, the ledger knows whether that can be true. Thread-safe.
 */
final class Ledger {
    private static final int MAX_VIOLATIONS = 20;

    /** The tuples of one emit of a message. */
    private static final class Account {
        int open;
        boolean failed;
        boolean answered;

        /** The number of settlements at the last change. */
        int settlement;
    }

    private final Map<Attempt, Account> accounts = new HashMap<>();
    private final Set<String> acked = new HashSet<>();
    private final Map<String, Long> lastSequence = new HashMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Queue<Runnable> foreign = new ArrayDeque<>();
    private final Map<String, Integer> deeds = new HashMap<>();
    private long sent;
    private long received;
    private int settlements;
    private boolean strict = true;
    private volatile boolean calm;

    /** Ends all misbehaviour: from now on every bolt acks what it receives. */
    void calmDown() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    /**
     * Tolerates late completions. With threads, a completion may be in flight while the clock is
     * advanced; the timeout of a message whose tuples have all been acked is no mistake then.
     */
    synchronized void allowLateAnswers() {
        strict = false;
    }

    // ---- messages ---------------------------------------------------------------------------

    /**
     * Records that a message is about to be emitted; an additional open tuple keeps it open until
     * {@link #emitted}.
     */
    synchronized void begin(Attempt attempt) {
        Account account = new Account();
        account.open = 1;
        account.settlement = settlements;
        check(accounts.put(attempt, account) == null, attempt + " emitted twice");
    }

    /** Records that a message was emitted to the given number of tasks. */
    synchronized void emitted(Attempt attempt, int copies) {
        sent += copies;
        change(List.of(attempt), copies - 1);
    }

    /** Records that a message was acked to its spout. */
    synchronized void acked(Attempt attempt) {
        Account account = answer(attempt, "acked");
        check(account.open == 0, attempt + " acked with " + account.open + " tuples open");
        check(!account.failed, attempt + " acked though a tuple of it was failed");
        check(acked.add(attempt.message()), attempt + ": its message was acked before");
    }

    /** Records that a message was failed to its spout. */
    synchronized void failed(Attempt attempt) {
        Account account = answer(attempt, "failed");
        boolean settled = account.open == 0 && account.settlement < settlements;
        check(
                account.failed || !settled || !strict,
                attempt + " failed though all its tuples had been acked");
    }

    private Account answer(Attempt attempt, String how) {
        Account account = accounts.get(attempt);
        if (account == null) {
            check(false, attempt + " " + how + " but never emitted");
            return new Account();
        }
        check(!account.answered, attempt + " " + how + " after it had been answered");
        account.answered = true;
        return account;
    }

    // ---- tuples -----------------------------------------------------------------------------

    /** Records that a tuple was emitted to the given number of tasks. */
    synchronized void sent(Collection<Attempt> attempts, int copies) {
        sent += copies;
        change(attempts, copies);
    }

    /**
     * Records that a tuple has arrived.
     *
     * @param path source task and target task
     * @param sequence number of the tuple at its source; 0 if its order does not matter
     */
    synchronized void received(String path, long sequence) {
        received++;
        if (sequence > 0) {
            Long before = lastSequence.put(path, sequence);
            check(
                    before == null || before < sequence,
                    path + ": tuple " + sequence + " came after " + before);
        }
    }

    /** Records that a tuple is about to be acked. */
    synchronized void finishing(Collection<Attempt> attempts) {
        change(attempts, -1);
    }

    /** Records that a tuple is about to be failed. */
    synchronized void failing(Collection<Attempt> attempts) {
        for (Attempt attempt : attempts) {
            accounts.get(attempt).failed = true;
        }
        change(attempts, -1);
    }

    private void change(Collection<Attempt> attempts, int by) {
        for (Attempt attempt : attempts) {
            Account account = accounts.get(attempt);
            account.open += by;
            account.settlement = settlements;
        }
    }

    /** Returns the next sequence number of a source task. */
    synchronized long nextSequence(int task) {
        return sequences.merge(task, 1L, Long::sum);
    }

    synchronized long sentSoFar() {
        return sent;
    }

    // ---- other threads ----------------------------------------------------------------------

    /** Queues code to be run by a user thread at any time. */
    synchronized void onForeignThread(Runnable code) {
        foreign.add(code);
    }

    /** Returns the next code for a user thread, or null. */
    synchronized Runnable nextForeign() {
        return foreign.poll();
    }

    // ---- results ----------------------------------------------------------------------------

    /** Counts an action, so that a test can check that the run did misbehave. */
    synchronized void did(String what) {
        deeds.merge(what, 1, Integer::sum);
    }

    synchronized Map<String, Integer> deeds() {
        return Map.copyOf(deeds);
    }

    synchronized void check(boolean right, String otherwise) {
        if (!right && violations.size() < MAX_VIOLATIONS) {
            violations.add(otherwise);
        }
    }

    /** Returns whether every message has been acked or failed so far. */
    synchronized boolean allAnswered() {
        return accounts.values().stream().allMatch(account -> account.answered);
    }

    synchronized int acked() {
        return acked.size();
    }

    /**
     * Checks the ledger when the engine has nothing in flight: all completions must have been
     * reported, and no tuple lost.
     */
    synchronized void settled() {
        settlements++;
        check(sent == received, sent + " tuples were sent and " + received + " received");
        accounts.forEach(
                (attempt, account) -> {
                    boolean complete = account.open == 0 || account.failed;
                    check(
                            account.answered || !complete,
                            attempt + " is complete, but its spout was not told");
                    check(account.open >= 0, attempt + " has " + account.open + " tuples open");
                });
    }

    /** Returns how often the engine had nothing in flight. */
    synchronized int settlements() {
        return settlements;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns the open messages, for the report of a failing run. */
    @Override
    public synchronized String toString() {
        List<String> waiting = new ArrayList<>();
        accounts.forEach(
                (attempt, account) -> {
                    if (!account.answered) {
                        waiting.add(attempt + " with " + account.open + " open");
                    }
                });
        return "violations " + violations + "\n  not answered " + waiting + "\n  done " + deeds;
    }
}
