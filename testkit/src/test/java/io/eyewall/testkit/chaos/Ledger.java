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
 * The bookkeeping of a chaos run, independent of the engine's: which tuples every message still
 * waits for, as told by the spouts and bolts themselves. Whoever emits says so before it gives up
 * its input, and whoever acks or fails says so before it does; so whenever a spout is told that a
 * message is complete, the ledger knows if that can be. Thread-safe.
 */
final class Ledger {
    private static final int MOST_VIOLATIONS = 20;

    /** A message's tuples, by one emit of it. */
    private static final class Account {
        int open;
        boolean failed;
        boolean answered;

        /** Of the last change. */
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

    /** No more mischief: from now on everybody acks what it gets. */
    void calmDown() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    /**
     * With threads, an answer may be under way while the time is set forward: a timeout of a
     * message whose tuples have all been acked is then no mistake.
     */
    synchronized void allowLateAnswers() {
        strict = false;
    }

    // ---- messages ---------------------------------------------------------------------------

    /** A message is about to be emitted; one tuple more than its emit gives keeps it open. */
    synchronized void begin(Attempt attempt) {
        Account account = new Account();
        account.open = 1;
        account.settlement = settlements;
        check(accounts.put(attempt, account) == null, attempt + " emitted twice");
    }

    /** A message was emitted to that many tasks. */
    synchronized void emitted(Attempt attempt, int copies) {
        sent += copies;
        change(List.of(attempt), copies - 1);
    }

    /** A spout was told that a message is complete. */
    synchronized void acked(Attempt attempt) {
        Account account = answer(attempt, "acked");
        check(account.open == 0, attempt + " acked with " + account.open + " tuples open");
        check(!account.failed, attempt + " acked though a tuple of it was failed");
        check(acked.add(attempt.message()), attempt + ": its message was acked before");
    }

    /** A spout was told that a message has failed. */
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

    /** A tuple was emitted to that many tasks. */
    synchronized void sent(Collection<Attempt> attempts, int copies) {
        sent += copies;
        change(attempts, copies);
    }

    /**
     * A tuple has arrived.
     *
     * @param path the tasks that it came from and to
     * @param sequence its number at its source; 0 if its order does not count
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

    /** A tuple is about to be acked. */
    synchronized void finishing(Collection<Attempt> attempts) {
        change(attempts, -1);
    }

    /** A tuple is about to be failed. */
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

    /** The next number of a source task. */
    synchronized long nextSequence(int task) {
        return sequences.merge(task, 1L, Long::sum);
    }

    synchronized long sentSoFar() {
        return sent;
    }

    // ---- other threads ----------------------------------------------------------------------

    /** Has code run by a thread of the user's, some time. */
    synchronized void onForeignThread(Runnable code) {
        foreign.add(code);
    }

    /** The next code for a thread of the user's, or null. */
    synchronized Runnable nextForeign() {
        return foreign.poll();
    }

    // ---- what came of it --------------------------------------------------------------------

    /** Counts what was done, to know that a run was no idyll. */
    synchronized void did(String what) {
        deeds.merge(what, 1, Integer::sum);
    }

    synchronized Map<String, Integer> deeds() {
        return Map.copyOf(deeds);
    }

    synchronized void check(boolean right, String otherwise) {
        if (!right && violations.size() < MOST_VIOLATIONS) {
            violations.add(otherwise);
        }
    }

    /** Whether every message was answered so far. */
    synchronized boolean allAnswered() {
        return accounts.values().stream().allMatch(account -> account.answered);
    }

    synchronized int acked() {
        return acked.size();
    }

    /** Nothing is under way in the engine: what is acked must have been told, and nothing lost. */
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

    /** How often nothing was under way in the engine. */
    synchronized int settlements() {
        return settlements;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** For a run that fails. */
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
