package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which spouts get a copy of nextTuple that asks for its sleeps, and that it does the same. */
@Timeout(60)
class SleeplessCopyTest {
    private static final Logger LOG = LoggerFactory.getLogger(SleeplessCopyTest.class);

    /** Longer than the test may take: nobody sleeps for so long. */
    private static final long MILLIS = 3_600_000;

    private static final long NS = TimeUnit.MILLISECONDS.toNanos(MILLIS);

    private final long[] numbers = new long[SleeplessCopy.LENGTH];

    /** A spout that writes down what it does. */
    abstract static class Writing extends BaseRichSpout {
        final List<Object> done = new ArrayList<>();

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}

        final void emit(Object value) {
            done.add(value);
        }
    }

    // ---- a sleep at the beginning -----------------------------------------------------------

    /** As Storm's RandomSentenceSpout, with what a compiler makes of arrays and conditions. */
    static final class SleepsFirst extends Writing {
        private final Random random = new Random(1);
        private int emitted;

        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            String[] sentences = {sentence("the cow"), sentence("an apple"), sentence("four")};
            String sentence = sentences[random.nextInt(1)];
            for (int i = 0; i < 2; i++) {
                emit(sentence + i);
            }
            emitted++;
        }

        private String sentence(String input) {
            return input + " " + emitted;
        }
    }

    static final class SleepsFirstByField extends Writing {
        private final int seconds = Integer.parseInt("3600");

        @Override
        public void nextTuple() {
            try {
                Thread.sleep(seconds * 1000L);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            emit("x");
        }
    }

    static final class SleepsFirstByUnit extends Writing {
        @Override
        public void nextTuple() {
            try {
                TimeUnit.HOURS.sleep(1);
                emit("x");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Inherited extends SleepsFirstBase {}

    static class SleepsFirstBase extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleepNoSimulation(MILLIS);
            emit("x");
        }
    }

    static Stream<Writing> first() {
        return Stream.of(
                new SleepsFirst(),
                new SleepsFirstByField(),
                new SleepsFirstByUnit(),
                new Inherited());
    }

    @ParameterizedTest
    @MethodSource("first")
    void asksForASleepAtTheBeginningAndThenGoesOn(Writing spout) {
        call(spout, SleeplessCopy.NOT_SLEPT);

        assertThat(spout.done).isEmpty();
        assertThat(numbers[SleeplessCopy.STATE]).isEqualTo(SleeplessCopy.SLEEP_BEFORE);
        assertThat(numbers[SleeplessCopy.DURATION_NS]).isEqualTo(NS);

        call(spout, SleeplessCopy.SLEPT);

        assertThat(spout.done).isNotEmpty();
        assertThat(numbers[SleeplessCopy.STATE]).isEqualTo(SleeplessCopy.SLEPT);
    }

    @Test
    void doesWhatTheOriginalDoes() {
        SleepsFirst spout = new SleepsFirst();

        call(spout, SleeplessCopy.SLEPT);
        call(spout, SleeplessCopy.SLEPT);

        assertThat(spout.done)
                .containsExactly("the cow 00", "the cow 01", "the cow 10", "the cow 11");
    }

    @Test
    void findsTheSleepOfStormsTestWordSpout() {
        assertThat(SleeplessCopy.of(TestWordSpout.class)).isPresent();
    }

    /** As the applications that {@code eyewall run} loads. */
    @Test
    void copiesSpoutsOfAnotherClassLoader() throws Exception {
        Class<?> loaded = Class.forName(SleepsFirst.class.getName(), true, new OwnClasses());
        assertThat(loaded).isNotSameAs(SleepsFirst.class);

        SleeplessCopy copy = SleeplessCopy.of(loaded).orElseThrow();
        Constructor<?> constructor = loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        copy.call(constructor.newInstance(), numbers);

        assertThat(numbers[SleeplessCopy.STATE]).isEqualTo(SleeplessCopy.SLEEP_BEFORE);
    }

    /** Loads the spouts of this test anew. */
    private static final class OwnClasses extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null || !name.startsWith(SleeplessCopyTest.class.getName())) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                String file = name.replace('.', '/') + ".class";
                try (InputStream in = getResourceAsStream(file)) {
                    if (in == null) {
                        throw new ClassNotFoundException(name);
                    }
                    byte[] classFile = in.readAllBytes();
                    return defineClass(name, classFile, 0, classFile.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    // ---- a sleep at the end -----------------------------------------------------------------

    static final class SleepsLast extends Writing {
        @Override
        public void nextTuple() {
            emit("x");
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                LOG.warn("interrupted", e);
            }
        }
    }

    /** Sleeps if it has nothing to emit, as spouts in front of a queue do. */
    static final class SleepsIfEmpty extends Writing {
        @Override
        public void nextTuple() {
            if (done.size() == 1) {
                Utils.sleep(MILLIS);
                return;
            }
            emit(done.size());
        }
    }

    static final class SleepsLastByTime extends Writing {
        @Override
        public void nextTuple() {
            synchronizedEmit();
            try {
                Time.sleep(MILLIS);
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }

        private synchronized void synchronizedEmit() {
            emit("x");
        }
    }

    static Stream<Writing> last() {
        return Stream.of(new SleepsLast(), new SleepsIfEmpty(), new SleepsLastByTime());
    }

    @ParameterizedTest
    @MethodSource("last")
    void asksForASleepAtTheEndWhenAllIsDone(Writing spout) {
        call(spout, SleeplessCopy.NOT_SLEPT);
        assertThat(spout.done).hasSize(1);
        call(spout, SleeplessCopy.NOT_SLEPT);

        assertThat(numbers[SleeplessCopy.STATE]).isEqualTo(SleeplessCopy.SLEEP_AFTER);
        assertThat(numbers[SleeplessCopy.DURATION_NS]).isEqualTo(NS);
    }

    @Test
    void asksForNoSleepWhereThereIsNone() {
        SleepsIfEmpty spout = new SleepsIfEmpty();

        call(spout, SleeplessCopy.NOT_SLEPT);

        assertThat(numbers[SleeplessCopy.STATE]).isEqualTo(SleeplessCopy.NOT_SLEPT);
    }

    // ---- exceptions -------------------------------------------------------------------------

    static final class Throwing extends Writing {
        /** Line of the call that throws. */
        static final int LINE = new Throwable().getStackTrace()[0].getLineNumber() + 6;

        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            emit("x");
            Objects.requireNonNull(null, "nothing");
        }
    }

    static final class SleepsForNegativeTime extends Writing {
        private final long millis = Long.parseLong("-1");

        @Override
        public void nextTuple() {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        }
    }

    static final class SleepsForNoTime extends Writing {
        private final long millis = Long.parseLong("-1");

        @Override
        public void nextTuple() {
            Utils.sleep(millis);
        }
    }

    @Test
    void showsTheOriginalInStackTraces() {
        assertThatThrownBy(() -> call(new Throwing(), SleeplessCopy.SLEPT))
                .isInstanceOf(NullPointerException.class)
                .satisfies(
                        thrown -> {
                            StackTraceElement frame = thrown.getStackTrace()[1];
                            assertThat(frame.getClassName()).isEqualTo(Throwing.class.getName());
                            assertThat(frame.getMethodName()).isEqualTo("nextTuple");
                            assertThat(frame.getFileName()).isEqualTo("SleeplessCopyTest.java");
                            assertThat(frame.getLineNumber()).isEqualTo(Throwing.LINE);
                        });
    }

    @Test
    void refusesANegativeDurationLikeTheSleep() {
        assertThatThrownBy(() -> call(new SleepsForNegativeTime(), SleeplessCopy.NOT_SLEPT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("timeout value is negative");

        call(new SleepsForNoTime(), SleeplessCopy.NOT_SLEPT);

        assertThat(numbers[SleeplessCopy.DURATION_NS]).isZero();
    }

    // ---- what stays as it is ----------------------------------------------------------------

    static class SleepsBetweenEmits extends Writing {
        @Override
        public void nextTuple() {
            emit("a");
            Utils.sleep(MILLIS);
            emit("b");
        }
    }

    static class SleepsFirstAndBetween extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            emit("a");
            Utils.sleep(MILLIS);
            emit("b");
        }
    }

    static class SleepsInLoop extends Writing {
        @Override
        public void nextTuple() {
            while (done.isEmpty()) {
                Utils.sleep(MILLIS);
            }
            emit("a");
        }
    }

    static class SleepsInLoopAtBeginning extends Writing {
        @Override
        public void nextTuple() {
            do {
                Utils.sleep(MILLIS);
            } while (done.isEmpty());
        }
    }

    static class SleepsInLoopAtEnd extends Writing {
        @Override
        public void nextTuple() {
            for (int i = 0; i < 3; i++) {
                emit(i);
                Utils.sleep(MILLIS);
            }
        }
    }

    static class StopsWhenInterrupted extends Writing {
        private boolean stopped;

        @Override
        public void nextTuple() {
            emit(stopped);
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                stopped = true;
            }
        }
    }

    static class EmitsWhenInterrupted extends Writing {
        @Override
        public void nextTuple() {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                emit("interrupted");
            }
            emit("a");
        }
    }

    static class MeasuresItsSleep extends Writing {
        @Override
        public void nextTuple() {
            long start = System.nanoTime();
            Utils.sleep(MILLIS);
            emit(System.nanoTime() - start);
        }
    }

    static class MeasuresItsLastSleep extends Writing {
        private long sleptNs;

        @Override
        public void nextTuple() {
            emit(sleptNs);
            long start = System.nanoTime();
            Utils.sleep(MILLIS);
            sleptNs = System.nanoTime() - start;
        }
    }

    static class SleepsUnderMonitor extends Writing {
        @Override
        public void nextTuple() {
            synchronized (done) {
                emit("a");
                Utils.sleep(MILLIS);
            }
        }
    }

    static class SleepsSynchronized extends Writing {
        @Override
        public synchronized void nextTuple() {
            emit("a");
            Utils.sleep(MILLIS);
        }
    }

    static class SleepsUnderLock extends Writing {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public void nextTuple() {
            lock.lock();
            try {
                emit("a");
                Utils.sleep(MILLIS);
            } finally {
                lock.unlock();
            }
        }
    }

    static class LogsWhatItCatches extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            try {
                emit("a");
            } catch (RuntimeException e) {
                LOG.warn("cannot emit", e);
            }
        }
    }

    static class ComputesItsSleep extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleep(done.size());
            emit("a");
        }
    }

    static class CallsItsSuperclass extends SleepsBetweenEmits {
        @Override
        public void nextTuple() {
            super.nextTuple();
            Utils.sleep(MILLIS);
        }
    }

    static class MakesALambda extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            List.of("a").forEach(value -> emit(value));
        }
    }

    static class UsesProtectedMethod extends Writing {
        @Override
        public void nextTuple() {
            Utils.sleep(MILLIS);
            try {
                emit(clone());
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class DoesNotSleep extends Writing {
        @Override
        public void nextTuple() {
            emit("a");
        }
    }

    static Stream<Class<?>> unchanged() {
        return Stream.of(
                SleepsBetweenEmits.class,
                SleepsFirstAndBetween.class,
                SleepsInLoop.class,
                SleepsInLoopAtBeginning.class,
                SleepsInLoopAtEnd.class,
                StopsWhenInterrupted.class,
                EmitsWhenInterrupted.class,
                MeasuresItsSleep.class,
                MeasuresItsLastSleep.class,
                SleepsUnderMonitor.class,
                SleepsSynchronized.class,
                SleepsUnderLock.class,
                LogsWhatItCatches.class,
                ComputesItsSleep.class,
                CallsItsSuperclass.class,
                MakesALambda.class,
                UsesProtectedMethod.class,
                DoesNotSleep.class);
    }

    @ParameterizedTest
    @MethodSource("unchanged")
    void leavesOtherSleepsAlone(Class<?> spout) {
        assertThat(SleeplessCopy.of(spout)).isEmpty();
    }

    private void call(ISpout spout, long state) {
        numbers[SleeplessCopy.STATE] = state;
        SleeplessCopy.of(spout.getClass()).orElseThrow().call(spout, numbers);
    }
}
