package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The components below are analysed and never executed. */
@SuppressWarnings({
    "try",
    "unused",
    "NullAway.Init",
    "UnusedVariable",
    "UnusedMethod",
    "FutureReturnValueIgnored",
    "ReturnValueIgnored",
    "WaitNotInLoop",
    "NakedNotify",
    "ThreadPriorityCheck"
})
class WaitsAndSignalsTest {
    private final DirectCallHazards hazards = new DirectCallHazards(getClass().getClassLoader());

    private abstract static class Code {
        final CountDownLatch latch = new CountDownLatch(1);
        final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(1);
        final CompletableFuture<Object> future = new CompletableFuture<>();
        OutputCollector collector;

        void emit(Tuple tuple) {
            collector.emit(tuple, new Values(1));
        }
    }

    // ---- waits ------------------------------------------------------------------------------

    private static final class AwaitsLatch extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            latch.await();
        }
    }

    private static final class TakesInAHelper extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            next();
        }

        private Object next() throws InterruptedException {
            return queue.take();
        }
    }

    private static final class PollsForAWhile extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            queue.poll(1, TimeUnit.HOURS);
        }
    }

    private static final class LooksOnce extends Code {
        void execute(Tuple tuple) {
            queue.poll();
        }
    }

    private static final class Joins extends Code {
        void execute(Tuple tuple) {
            future.join();
        }
    }

    private static final class WaitsForNotify extends Code {
        synchronized void execute(Tuple tuple) throws InterruptedException {
            wait();
        }
    }

    // ---- ends waits -------------------------------------------------------------------------

    private static final class CountsDown extends Code {
        void execute(Tuple tuple) {
            emit(tuple);
            latch.countDown();
        }
    }

    private static final class CountsDownInAHelper extends Code {
        void execute(Tuple tuple) {
            List.of(1, 2).forEach(i -> collector.emit(tuple, new Values(i)));
            finish();
        }

        private void finish() {
            latch.countDown();
        }
    }

    private static final class CountsDownBefore extends Code {
        void execute(Tuple tuple) {
            latch.countDown();
            emit(tuple);
        }
    }

    private static final class CountsDownInALoop extends Code {
        void execute(Tuple tuple) {
            for (int i = 0; i < 3; i++) {
                latch.countDown();
                emit(tuple);
            }
        }
    }

    private static final class PutsAndCompletes extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            emit(tuple);
            if (future.complete(1)) {
                queue.put(1);
            }
        }
    }

    private static final class Notifies extends Code {
        void execute(Tuple tuple) {
            emit(tuple);
            synchronized (this) {
                notifyAll();
            }
        }
    }

    private abstract static class OfFlag extends Code {
        final AtomicBoolean busy = new AtomicBoolean();

        final void lock() {
            while (!busy.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class EmitsUnderAFlag extends OfFlag {
        void execute(Tuple tuple) {
            lock();
            try {
                emit(tuple);
            } finally {
                busy.set(false);
            }
        }
    }

    private static final class EmitsAfterAFlag extends OfFlag {
        void execute(Tuple tuple) {
            lock();
            busy.set(false);
            emit(tuple);
        }
    }

    private static final class SpinsForAFlag extends OfFlag {
        void execute(Tuple tuple) {
            lock();
            busy.set(false);
        }
    }

    private static final class SpinsForAField extends Code {
        private static final AtomicIntegerFieldUpdater<SpinsForAField> BUSY =
                AtomicIntegerFieldUpdater.newUpdater(SpinsForAField.class, "busy");
        private volatile int busy;

        void execute(Tuple tuple) {
            while (BUSY.getAndSet(this, 1) == 1) {
                Thread.onSpinWait();
            }
            busy = 0;
        }
    }

    private static final class SleepsUntilAFlagIsSet extends Code {
        private final AtomicBoolean done = new AtomicBoolean();

        void execute(Tuple tuple) throws InterruptedException {
            while (!done.get()) {
                Thread.sleep(1);
            }
        }
    }

    private static final class PutsIntoAMap extends Code {
        private final ConcurrentMap<String, Tuple> done = new ConcurrentHashMap<>();

        void execute(Tuple tuple) {
            emit(tuple);
            done.put("done", tuple);
        }
    }

    private static final class SleepsUntilAKeyIsThere extends Code {
        private final ConcurrentMap<String, Tuple> done = new ConcurrentHashMap<>();

        void execute(Tuple tuple) {
            while (!done.containsKey("done")) {
                Utils.sleep(1);
            }
        }
    }

    private static final class ReadsAFlag extends Code {
        private final AtomicBoolean busy = new AtomicBoolean();

        void execute(Tuple tuple) {
            if (busy.get()) {
                emit(tuple);
            }
        }
    }

    private abstract static class OfDatabase extends Code {
        Connection connection;

        void count() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE counts SET n = n + 1");
            }
        }
    }

    private static final class CommitsAfterwards extends OfDatabase {
        void execute(Tuple tuple) throws SQLException {
            count();
            emit(tuple);
            connection.commit();
        }
    }

    private static final class CommitsBefore extends OfDatabase {
        void execute(Tuple tuple) throws SQLException {
            count();
            connection.commit();
            emit(tuple);
        }
    }

    private static final class Updates extends OfDatabase {
        void execute(Tuple tuple) throws SQLException {
            count();
        }
    }

    // ---- polled in loops --------------------------------------------------------------------

    private static boolean busy;
    private static int turn;
    private static final Map<Object, Object> ANSWERS = new HashMap<>();
    private static final AtomicLong COUNT = new AtomicLong();
    private static final boolean[] FLAGS = new boolean[9];
    private static final State STATE = new State();

    private static class State {
        private boolean isReady;

        boolean isReady() {
            return isReady;
        }

        void setReady(boolean ready) {
            isReady = ready;
        }
    }

    private static final class EmitsWhileBusy extends Code {
        void execute(Tuple tuple) {
            busy = true;
            emit(tuple);
            busy = false;
        }
    }

    private static final class IsBusyBefore extends Code {
        void execute(Tuple tuple) {
            busy = true;
            busy = false;
            emit(tuple);
        }
    }

    private static final class TakesTurnsAndAnswers extends Code {
        void execute(Tuple tuple) {
            emit(tuple);
            end();
        }

        private void end() {
            turn++;
            ANSWERS.put(turn, turn);
            FLAGS[turn] = true;
            STATE.setReady(true);
            COUNT.incrementAndGet();
        }
    }

    private static final class SleepsWhileBusy extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            while (busy) {
                Thread.sleep(1);
            }
        }
    }

    private static final class SpinsWhileBusy extends Code {
        void execute(Tuple tuple) {
            while (busy) {}
        }
    }

    private static final class ParksInAHelper extends Code {
        void execute(Tuple tuple) {
            await(() -> !busy);
        }

        private static void await(BooleanSupplier condition) {
            do {
                pause();
            } while (!condition.getAsBoolean());
        }

        private static void pause() {
            LockSupport.parkNanos(1);
        }
    }

    private static final class ReadsWhetherBusy extends Code {
        void execute(Tuple tuple) {
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += busy ? 1 : 0;
            }
        }
    }

    private static final class SleepsThenReads extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            for (int i = 0; i < 3; i++) {
                Thread.sleep(1);
            }
            if (!busy) {
                emit(tuple);
            }
        }
    }

    private static final class YieldsForItsTurn extends Code {
        void execute(Tuple tuple) {
            int mine = turn;
            while (turn == mine) {
                Thread.yield();
            }
        }
    }

    private static final class SleepsForAnAnswer extends Code {
        void execute(Tuple tuple) {
            while (ANSWERS.remove(1) == null) {
                Utils.sleep(1);
            }
        }
    }

    private static final class SpinsForAnAnswer extends Code {
        void execute(Tuple tuple) {
            while (!ANSWERS.containsKey(1)) {}
        }
    }

    private static final class DrainsAMap extends Code {
        void execute(Tuple tuple) {
            while (!ANSWERS.isEmpty()) {
                use(ANSWERS.remove(1));
            }
        }

        private void use(Object answer) {
            future.complete(answer);
        }
    }

    private static final class SleepsForAState extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            while (!STATE.isReady()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private static final class SleepsForACount extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            while (COUNT.get() < 3) {
                Thread.sleep(1);
            }
        }
    }

    private static final class SleepsForAFlagInAnArray extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            while (!FLAGS[1]) {
                Thread.sleep(1);
            }
        }
    }

    private static final class SearchesAndSleeps extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            for (boolean found = false; !found; Thread.sleep(1)) {
                for (Object answer : ANSWERS.keySet()) {
                    found |= answer.equals(1);
                }
            }
        }
    }

    private static final class BorrowsAndReturns extends Code {
        private DataSource pool;

        void execute(Tuple tuple) throws SQLException {
            try (Connection borrowed = pool.getConnection()) {
                emit(tuple);
            }
        }
    }

    private static final class Borrows extends Code {
        private DataSource pool;

        void execute(Tuple tuple) throws SQLException {
            pool.getConnection().close();
        }
    }

    private record Pair(Object sender, Object receiver, boolean waits) {
        @Override
        public String toString() {
            return sender.getClass().getSimpleName() + " " + receiver.getClass().getSimpleName();
        }
    }

    static List<Pair> pairs() {
        return List.of(
                new Pair(new CountsDown(), new AwaitsLatch(), true),
                new Pair(new CountsDownInAHelper(), new AwaitsLatch(), true),
                new Pair(new CountsDownInALoop(), new AwaitsLatch(), true),
                new Pair(new CountsDownBefore(), new AwaitsLatch(), false),
                new Pair(new CountsDown(), new Joins(), false),
                new Pair(new PutsAndCompletes(), new Joins(), true),
                new Pair(new PutsAndCompletes(), new TakesInAHelper(), true),
                new Pair(new PutsAndCompletes(), new PollsForAWhile(), true),
                new Pair(new PutsAndCompletes(), new LooksOnce(), false),
                new Pair(new Notifies(), new WaitsForNotify(), true),
                new Pair(new EmitsUnderAFlag(), new SpinsForAFlag(), true),
                new Pair(new EmitsUnderAFlag(), new SpinsForAField(), true),
                new Pair(new EmitsUnderAFlag(), new SleepsUntilAFlagIsSet(), true),
                new Pair(new PutsIntoAMap(), new SleepsUntilAKeyIsThere(), true),
                new Pair(new PutsIntoAMap(), new ReadsAFlag(), false),
                new Pair(new EmitsUnderAFlag(), new ReadsAFlag(), false),
                new Pair(new EmitsAfterAFlag(), new SpinsForAFlag(), false),
                new Pair(new EmitsWhileBusy(), new SleepsWhileBusy(), true),
                new Pair(new EmitsWhileBusy(), new SpinsWhileBusy(), true),
                new Pair(new EmitsWhileBusy(), new ParksInAHelper(), true),
                new Pair(new EmitsWhileBusy(), new ReadsWhetherBusy(), false),
                new Pair(new EmitsWhileBusy(), new SleepsThenReads(), false),
                new Pair(new EmitsWhileBusy(), new YieldsForItsTurn(), false),
                new Pair(new IsBusyBefore(), new SleepsWhileBusy(), false),
                new Pair(new TakesTurnsAndAnswers(), new YieldsForItsTurn(), true),
                new Pair(new TakesTurnsAndAnswers(), new SleepsForAnAnswer(), true),
                new Pair(new TakesTurnsAndAnswers(), new SpinsForAnAnswer(), true),
                new Pair(new TakesTurnsAndAnswers(), new SleepsForAState(), true),
                new Pair(new TakesTurnsAndAnswers(), new SleepsForACount(), true),
                new Pair(new TakesTurnsAndAnswers(), new SleepsForAFlagInAnArray(), true),
                new Pair(new TakesTurnsAndAnswers(), new SearchesAndSleeps(), true),
                new Pair(new TakesTurnsAndAnswers(), new DrainsAMap(), false),
                new Pair(new TakesTurnsAndAnswers(), new SleepsWhileBusy(), false),
                new Pair(new BorrowsAndReturns(), new Borrows(), true),
                new Pair(new CommitsAfterwards(), new Updates(), true),
                new Pair(new CommitsBefore(), new Updates(), false),
                new Pair(new CommitsAfterwards(), new AwaitsLatch(), false),
                new Pair(new Notifies(), new AwaitsLatch(), false));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void findsWhoWaitsForWhatAnotherDoesAfterItsEmit(Pair pair) {
        Hazards sender = hazards.examine(List.of(pair.sender()));
        Hazards receiver = hazards.examine(List.of(pair.receiver()));

        assertThat(receiver.waitFor(sender).isPresent()).isEqualTo(pair.waits());
    }

    /**
     * Otherwise all classes of Apache, such as its pools, would count as the own code of Storm's
     * bolts.
     */
    @Test
    void packagesOfOneProjectBelongTogether() {
        assertThat(OwnCode.packageOf("com/acme/bolt/Split")).isEqualTo("com/acme/");
        assertThat(OwnCode.packageOf("acme/Split")).isEqualTo("acme/");
        assertThat(OwnCode.packageOf("Split")).isEmpty();
        assertThat(OwnCode.packageOf("org/apache/storm/redis/bolt/RedisStoreBolt"))
                .isEqualTo("org/apache/storm/");
        assertThat(OwnCode.packageOf("com/github/someone/Split")).isEqualTo("com/github/someone/");
    }

    @Test
    void tellsBothPlaces() {
        Hazards sender = hazards.examine(List.of(new CountsDown()));
        Hazards receiver = hazards.examine(List.of(new AwaitsLatch()));

        assertThat(receiver.waitFor(sender).orElseThrow())
                .matches(
                        ".*AwaitsLatch.execute\\(WaitsAndSignalsTest.java:\\d+\\) for"
                                + " .*CountsDown.execute\\(WaitsAndSignalsTest.java:\\d+\\)");
    }
}
