package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The components below are analysed and never executed. */
@SuppressWarnings({
    "JdkObsolete",
    "LockNotBeforeTry",
    "UnnecessaryLambda",
    "unused",
    "NullAway.Init",
    "UnusedVariable"
})
class LockedEmitsTest {
    private final DirectCallHazards hazards =
            new DirectCallHazards(LockedEmitsTest.class.getClassLoader());

    /** The base class of all components. */
    private abstract static class Code {
        OutputCollector collector;
        final Lock lock = new ReentrantLock();
        final Semaphore semaphore = new Semaphore(1);
        int count;

        void emit(Tuple tuple) {
            collector.emit(tuple, new Values(count));
        }
    }

    // ---- under a lock -----------------------------------------------------------------------

    private static final class SynchronizedMethod extends Code {
        synchronized void execute(Tuple tuple) {
            collector.emit(tuple, new Values(1));
        }
    }

    private static final class SynchronizedBlock extends Code {
        void execute(Tuple tuple) {
            synchronized (this) {
                count++;
                collector.emit(tuple, new Values(count));
            }
            collector.ack(tuple);
        }
    }

    private static final class BlockWithEarlyReturn extends Code {
        void execute(Tuple tuple) {
            synchronized (lock) {
                if (tuple == null) {
                    return;
                }
                collector.emit(new Values(1));
            }
        }
    }

    private static final class LockAndUnlock extends Code {
        void execute(Tuple tuple) {
            lock.lock();
            try {
                collector.emit("stream", tuple, new Values(1));
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class ReadLock extends Code {
        final ReentrantReadWriteLock both = new ReentrantReadWriteLock();

        void execute(Tuple tuple) {
            both.readLock().lock();
            collector.emitDirect(7, tuple, new Values(1));
            both.readLock().unlock();
        }
    }

    private static final class TryLock extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            if (lock.tryLock(1, TimeUnit.SECONDS)) {
                collector.emit(tuple, new Values(1));
                lock.unlock();
            }
        }
    }

    private static final class Permit extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            semaphore.acquire();
            emit(tuple);
            semaphore.release();
        }
    }

    private static final class InAHelper extends Code {
        void execute(Tuple tuple) {
            synchronized (this) {
                send(tuple, 3);
            }
        }

        private void send(Tuple tuple, int times) {
            for (int i = 0; i < times; i++) {
                emit(tuple);
            }
        }
    }

    private static final class LockedByAHelper extends Code {
        void execute(Tuple tuple) {
            begin();
            collector.emit(tuple, new Values(1));
            end();
        }

        private void begin() {
            lock.lock();
        }

        private void end() {
            lock.unlock();
        }
    }

    private static final class InALambda extends Code {
        void execute(Tuple tuple) {
            synchronized (this) {
                List.of(1, 2).forEach(i -> collector.emit(tuple, new Values(i)));
            }
        }
    }

    private static final class OfASpout {
        SpoutOutputCollector collector;

        synchronized void nextTuple() {
            collector.emit(new Values(1), 1);
        }
    }

    private static final class Wrapper implements Serializable {
        private final List<Object> parts = new ArrayList<>();

        Wrapper(Object part) {
            parts.add(part);
        }
    }

    /** Calls its part through one of Storm's interfaces. */
    private static final class LocksAround implements Serializable {
        private final IRichBolt part = new Emits();
        private final Semaphore semaphore = new Semaphore(1);

        void execute(Tuple tuple) throws InterruptedException {
            semaphore.acquire();
            part.execute(tuple);
            semaphore.release();
        }
    }

    private static final class Emits extends BaseRichBolt {
        private OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            collector.emit(tuple, new Values(1));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // none
        }
    }

    /** Has an anonymous class that a class of the JDK calls. */
    private static final class Anonymous extends Code {
        void execute(Tuple tuple) {
            lock.lock();
            Runnable emit =
                    new Runnable() {
                        @Override
                        public void run() {
                            collector.emit(tuple, new Values(1));
                        }
                    };
            emit.run();
            lock.unlock();
        }
    }

    private static final class HasLambda {
        static Consumer<OutputCollector> lambda() {
            return collector -> {
                synchronized (collector) {
                    collector.emit(new Values(1));
                }
            };
        }
    }

    private static final class TryStamp extends Code {
        final StampedLock stamped = new StampedLock();

        void execute(Tuple tuple) {
            long stamp = stamped.tryWriteLock();
            if (stamp == 0) {
                return;
            }
            emit(tuple);
            stamped.unlockWrite(stamp);
        }
    }

    private static final class OwnLock extends ReentrantLock {}

    private static final class LockThatExtendsOne extends Code {
        final OwnLock own = new OwnLock();

        void execute(Tuple tuple) {
            own.lock();
            emit(tuple);
            own.unlock();
        }
    }

    private static final class CaughtUnderTheLock extends Code {
        void execute(Tuple tuple) {
            try {
                lock.lock();
                count = Integer.parseInt("?");
                lock.unlock();
            } catch (IllegalArgumentException e) {
                emit(tuple);
                lock.unlock();
            }
        }
    }

    private static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int permits) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int permits) {
            setState(0);
            return true;
        }
    }

    private static final class OwnSynchronizer extends Code {
        final Mutex mutex = new Mutex();

        void execute(Tuple tuple) {
            mutex.acquire(1);
            emit(tuple);
            mutex.release(1);
        }
    }

    private static final class Gate {
        private final Semaphore permits = new Semaphore(1);

        void enter() {
            permits.acquireUninterruptibly();
        }

        void leave() {
            permits.release();
        }
    }

    private static final class LockInAClassOfItsOwn extends Code {
        final Gate gate = new Gate();

        void execute(Tuple tuple) {
            gate.enter();
            emit(tuple);
            gate.leave();
        }
    }

    private static final class CallsWhatLocksAndUnlocks extends Code {
        final Gate gate = new Gate();

        void execute(Tuple tuple) {
            gate.enter();
            countUnderLock();
            emit(tuple);
            gate.leave();
        }

        private void countUnderLock() {
            gate.enter();
            count++;
            gate.leave();
        }
    }

    private static final class ReleasedSometimes extends Code {
        final Gate gate = new Gate();

        void execute(Tuple tuple) {
            gate.enter();
            leaveIfMany();
            emit(tuple);
        }

        private void leaveIfMany() {
            if (count > 3) {
                gate.leave();
            }
        }
    }

    private static final class LambdaOfAHelper extends Code {
        void execute(Tuple tuple) {
            withLock(lock, () -> collector.emit(tuple, new Values(1)));
        }

        private static <T> T withLock(Lock lock, Supplier<T> code) {
            lock.lock();
            try {
                return code.get();
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class InComputing extends Code {
        final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

        void execute(Tuple tuple) {
            map.compute(
                    "key",
                    (key, value) -> {
                        emit(tuple);
                        return 1;
                    });
        }
    }

    private static final class InComputingOfAMap extends Code {
        final Map<Object, Object> map = new Hashtable<>();

        void execute(Tuple tuple) {
            map.computeIfAbsent(1, key -> collector.emit(tuple, new Values(1)));
        }
    }

    private static final class GoingThroughAVector extends Code {
        final Vector<Tuple> vector = new Vector<>();

        void execute(Tuple tuple) {
            vector.forEach(this::emit);
        }
    }

    private static final class GoingThroughASynchronizedList extends Code {
        final List<Tuple> list = Collections.synchronizedList(new ArrayList<>());

        void execute(Tuple tuple) {
            Consumer<Tuple> code = this::emit;
            list.forEach(code);
        }
    }

    private static final class GoingThroughAMapThatItMakes extends Code {
        void execute(Tuple tuple) {
            Map<Integer, Tuple> map = Collections.synchronizedMap(new HashMap<>());
            map.replaceAll(
                    (key, value) -> {
                        emit(value);
                        return value;
                    });
        }
    }

    private static final class GoingThroughAQueue extends Code {
        final ArrayBlockingQueue<Tuple> queue = new ArrayBlockingQueue<>(8);

        void execute(Tuple tuple) {
            queue.removeIf(
                    each -> {
                        emit(each);
                        return true;
                    });
        }
    }

    private static final class BehindAProxy extends Code {
        void execute(Tuple tuple) {
            sender((InvocationHandler) this::invoke).accept(tuple);
        }

        private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            lock.lock();
            try {
                return method.invoke((Consumer<Tuple>) this::emit, arguments);
            } finally {
                lock.unlock();
            }
        }

        @SuppressWarnings("unchecked")
        private static Consumer<Tuple> sender(InvocationHandler handler) {
            ClassLoader loader = LockedEmitsTest.class.getClassLoader();
            Class<?>[] types = {Consumer.class};
            return (Consumer<Tuple>) Proxy.newProxyInstance(loader, types, handler);
        }
    }

    private static final class ByAMethodHandle extends Code {
        MethodHandle handle;

        synchronized void execute(Tuple tuple) throws Throwable {
            handle.invoke(this, tuple);
        }
    }

    static Stream<Object> locked() {
        return Stream.of(
                new LambdaOfAHelper(),
                new InComputing(),
                new InComputingOfAMap(),
                new GoingThroughAVector(),
                new GoingThroughASynchronizedList(),
                new GoingThroughAMapThatItMakes(),
                new GoingThroughAQueue(),
                new BehindAProxy(),
                new ByAMethodHandle(),
                new CallsWhatLocksAndUnlocks(),
                new ReleasedSometimes(),
                new TryStamp(),
                new LockThatExtendsOne(),
                new CaughtUnderTheLock(),
                new OwnSynchronizer(),
                new LockInAClassOfItsOwn(),
                new SynchronizedMethod(),
                new SynchronizedBlock(),
                new BlockWithEarlyReturn(),
                new LockAndUnlock(),
                new ReadLock(),
                new TryLock(),
                new Permit(),
                new InAHelper(),
                new LockedByAHelper(),
                new InALambda(),
                new OfASpout(),
                new LocksAround(),
                new Anonymous(),
                new Wrapper(new SynchronizedMethod()),
                new Wrapper(HasLambda.lambda()));
    }

    @ParameterizedTest
    @MethodSource("locked")
    void findsAnEmitUnderALock(Object component) {
        String place = hazards.lockedEmit(component).orElse("nowhere");

        assertThat(place).contains("LockedEmitsTest.java:");
        if (!(component instanceof Wrapper)) {
            assertThat(place).startsWith(component.getClass().getName());
        }
    }

    // ---- without one ------------------------------------------------------------------------

    private static final class NoLock extends Code {
        void execute(Tuple tuple) {
            emit(tuple);
            collector.ack(tuple);
        }
    }

    private static final class AfterTheLock extends Code {
        void execute(Tuple tuple) {
            int copy;
            synchronized (this) {
                copy = ++count;
            }
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
            collector.emit(tuple, new Values(copy));
        }
    }

    private static final class LockNotGot extends Code {
        void execute(Tuple tuple) {
            if (lock.tryLock()) {
                count++;
                lock.unlock();
            } else {
                collector.emit(tuple, new Values(1));
            }
            if (!semaphore.tryAcquire()) {
                collector.emit(tuple, new Values(2));
                return;
            }
            semaphore.release();
        }
    }

    private static final class SynchronizedButSilent extends Code {
        synchronized void execute(Tuple tuple) {
            collector.ack(tuple);
        }
    }

    private static final class ReleasedOnEveryPath extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            semaphore.acquire();
            try {
                if (count++ > 3) {
                    throw new IllegalStateException("full");
                }
            } catch (IllegalStateException e) {
                count = 0;
            } finally {
                semaphore.release();
            }
            emit(tuple);
        }
    }

    private static final class ThrownOutOfABlock extends Code {
        void execute(Tuple tuple) {
            try {
                synchronized (this) {
                    count = Integer.parseInt("?");
                }
            } catch (IllegalArgumentException e) {
                count = 0;
            }
            emit(tuple);
        }
    }

    private static final class ThrownOutOfATry extends Code {
        void execute(Tuple tuple) {
            try {
                lock.lock();
                try {
                    count = Integer.parseInt("?");
                } finally {
                    lock.unlock();
                }
            } catch (IllegalArgumentException e) {
                emit(tuple);
            } finally {
                collector.ack(tuple);
            }
            emit(tuple);
        }
    }

    private static final class WaitsInALoop extends Code {
        void execute(Tuple tuple) throws InterruptedException {
            try {
                while (true) {
                    synchronized (this) {
                        if (count < 0) {
                            return;
                        }
                        if (count == 0) {
                            wait();
                            continue;
                        }
                        count--;
                    }
                    emit(tuple);
                }
            } catch (IllegalStateException e) {
                emit(tuple);
            } finally {
                emit(tuple);
            }
        }
    }

    private static final class ReleasedByAHelper extends Code {
        final Gate gate = new Gate();

        void execute(Tuple tuple) {
            gate.enter();
            gate.leave();
            emit(tuple);
            countUnderLock();
            emit(tuple);
        }

        private void countUnderLock() {
            gate.enter();
            try {
                count++;
            } finally {
                gate.leave();
            }
        }
    }

    private static final class GoingThroughOtherCollections extends Code {
        final List<Tuple> list = new ArrayList<>();
        final HashMap<Object, Object> map = new HashMap<>();
        final ConcurrentHashMap<Object, Object> silent = new ConcurrentHashMap<>();

        void execute(Tuple tuple) {
            list.forEach(this::emit);
            map.computeIfAbsent(1, key -> collector.emit(tuple, new Values(1)));
            silent.computeIfAbsent(1, key -> count++);
            silent.forEach((key, value) -> emit(tuple));
            new CopyOnWriteArrayList<>(list).forEach(this::emit);
        }
    }

    private static final class LambdaOfAnotherHelper extends Code {
        void execute(Tuple tuple) {
            Supplier<Object> code = () -> collector.emit(tuple, new Values(1));
            count += code.get().hashCode();
            synchronized (this) {
                Runnable other = () -> count++;
                other.run();
            }
        }
    }

    private static final class MadeByAFactoryLongAgo extends Code {
        Consumer<Tuple> code;

        static MadeByAFactoryLongAgo emitting() {
            MadeByAFactoryLongAgo made = new MadeByAFactoryLongAgo();
            made.code = made::emit;
            return made;
        }

        synchronized void execute(Tuple tuple) {
            code.accept(tuple);
        }
    }

    static Stream<Object> free() {
        return Stream.of(
                new MadeByAFactoryLongAgo(),
                new GoingThroughOtherCollections(),
                new LambdaOfAnotherHelper(),
                new ReleasedByAHelper(),
                new ThrownOutOfABlock(),
                new ThrownOutOfATry(),
                new WaitsInALoop(),
                new NoLock(),
                new AfterTheLock(),
                new LockNotGot(),
                new SynchronizedButSilent(),
                new ReleasedOnEveryPath());
    }

    @ParameterizedTest
    @MethodSource("free")
    void findsNothingWhereNoLockIsHeld(Object component) {
        assertThat(new DirectCallHazards(getClass().getClassLoader()).lockedEmit(component))
                .isEmpty();
    }

    @Test
    void findsNothingInStormAndTheJdk() {
        assertThat(hazards.lockedEmit(new org.apache.storm.topology.BasicBoltExecutor(null)))
                .isEmpty();
        assertThat(hazards.lockedEmit("a string")).isEmpty();
    }
}
