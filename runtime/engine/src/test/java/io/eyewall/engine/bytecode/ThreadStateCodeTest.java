package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/** The components below are analysed and never executed. */
@SuppressWarnings({"try", "unused", "NullAway.Init", "UnusedMethod", "ThreadPriorityCheck"})
class ThreadStateCodeTest {
    private static final ThreadLocal<Object> VALUE = new ThreadLocal<>();
    private static final OwnVariable OWN = new OwnVariable();

    private static final class OwnVariable extends InheritableThreadLocal<Object> {}

    private abstract static class Code {
        OutputCollector collector;

        void emit(Tuple tuple) {
            collector.emit(tuple, new Values(1));
        }
    }

    private static final class StoresAroundAnEmit extends Code {
        void execute(Tuple tuple) {
            VALUE.set(tuple);
            emit(tuple);
            VALUE.remove();
        }
    }

    private static final class StoresInASubclass extends Code {
        void execute(Tuple tuple) {
            OWN.set(tuple);
        }
    }

    private static final class StoresInAHelper extends Code {
        void execute(Tuple tuple) {
            Helper.store(tuple);
        }
    }

    private static final class Helper {
        static void store(Tuple tuple) {
            VALUE.set(tuple);
        }
    }

    private static final class SetsPriority extends Code {
        void execute(Tuple tuple) {
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        }
    }

    private static final class SetsLoader extends Code {
        void execute(Tuple tuple) {
            Thread thread = Thread.currentThread();
            thread.setContextClassLoader(getClass().getClassLoader());
            emit(tuple);
        }
    }

    private static final class PutsIntoADiagnosticContext extends Code {
        void execute(Tuple tuple) {
            try (MDC.MDCCloseable scope = MDC.putCloseable("id", tuple.toString())) {
                emit(tuple);
            }
        }
    }

    private static final class OnlyReads extends Code {
        void execute(Tuple tuple) {
            collector.emit(tuple, new Values(VALUE.get(), MDC.get("id")));
        }
    }

    private static final class MakesThreads extends Code implements ThreadFactory {
        @Override
        public Thread newThread(Runnable code) {
            Thread thread = new Thread(code);
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.setContextClassLoader(null);
            return thread;
        }
    }

    private record Case(Object component, boolean stores) {
        @Override
        public String toString() {
            return component.getClass().getSimpleName();
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case(new StoresAroundAnEmit(), true),
                new Case(new StoresInASubclass(), true),
                new Case(new StoresInAHelper(), true),
                new Case(new SetsPriority(), true),
                new Case(new SetsLoader(), true),
                new Case(new PutsIntoADiagnosticContext(), true),
                new Case(new OnlyReads(), false),
                new Case(new MakesThreads(), false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsWhatIsStoredInThreads(Case each) {
        DirectCallHazards hazards = new DirectCallHazards(getClass().getClassLoader());

        assertThat(hazards.threadState(List.of(each.component())).isPresent())
                .isEqualTo(each.stores());
    }
}
