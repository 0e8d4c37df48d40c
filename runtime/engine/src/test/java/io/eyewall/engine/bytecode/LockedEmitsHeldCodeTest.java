package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that components receive at run time: in fields, in static fields, behind other objects. */
@Timeout(60)
@SuppressWarnings({"unused", "UnusedVariable", "UnusedMethod", "NullAway.Init", "JdkObsolete"})
class LockedEmitsHeldCodeTest {
    private static final Semaphore SEMAPHORE = new Semaphore(1);
    private static final Map<String, Object> REGISTRY = new ConcurrentHashMap<>();
    private static boolean initialized;

    private final DirectCallHazards hazards = new DirectCallHazards(getClass().getClassLoader());

    @AfterEach
    void forget() {
        REGISTRY.clear();
    }

    /** An interface that only the component calls. */
    private interface Code {
        void run(Tuple tuple, OutputCollector collector) throws InterruptedException;
    }

    private interface Other {
        void runOther(Tuple tuple, OutputCollector collector) throws InterruptedException;
    }

    private static Code locked() {
        return (tuple, collector) -> {
            SEMAPHORE.acquire();
            collector.emit(tuple, new Values(1));
            SEMAPHORE.release();
        };
    }

    /**
     * Creates lambdas that can't be distinguished: lambdas of one class that capture the same
     * types.
     */
    private static final class Free {
        static Code code() {
            return (tuple, collector) -> collector.emit(tuple, new Values(1));
        }
    }

    private static Other otherLocked() {
        return (tuple, collector) -> {
            SEMAPHORE.acquire();
            collector.emit(tuple, new Values(1));
            SEMAPHORE.release();
        };
    }

    private static synchronized void emitLocked(Tuple tuple, OutputCollector collector) {
        collector.emit(tuple, new Values(1));
    }

    /** Creates its code in {@code prepare}. */
    private static final class Handler {
        synchronized void handle(Tuple tuple, OutputCollector collector) {
            collector.emit(tuple, new Values(1));
        }
    }

    /** Holds an object whose class is unknown until the field is set. */
    private static class Holds {
        @Nullable Object held;
        OutputCollector collector;

        void execute(Tuple tuple) throws InterruptedException {
            if (held instanceof Code code) {
                code.run(tuple, collector);
            }
        }
    }

    static Stream<Object> lockedCode() {
        return Stream.of(
                locked(),
                (Code) LockedEmitsHeldCodeTest::emitLocked,
                new Handler(),
                new Object[][] {{null, locked()}}, // an argument list of one array
                new AtomicReference<>(locked()),
                Optional.of(locked()),
                CompletableFuture.completedFuture(locked()),
                Collections.synchronizedMap(new HashMap<>(Map.of("a", locked()))),
                Collections.unmodifiableList(new LinkedList<>(List.of(locked()))),
                new ConcurrentHashMap<>(Map.of("a", Map.of("b", List.of(locked())))));
    }

    @ParameterizedTest
    @MethodSource("lockedCode")
    void findsWhatAComponentHoldsOnceItIsThere(Object code) {
        Holds component = new Holds();
        assertThat(hazards.lockedEmit(component)).isEmpty();

        component.held = code;

        assertThat(hazards.withFreshObjects().lockedEmit(component)).isPresent();
    }

    @Test
    void findsWhatOnlyAnotherTaskHolds() {
        Holds second = new Holds();
        second.held = locked();

        assertThat(hazards.examine(List.of(new Holds(), second)).lockedEmit()).isPresent();
    }

    @Test
    void findsNothingInCodeThatHoldsNoLock() {
        Holds component = new Holds();
        component.held = Free.code();
        assertThat(hazards.lockedEmit(component)).isEmpty();
    }

    /** The component holds the lock, the lambda emits. */
    private static final class LocksAroundIt {
        private final Code code = Free.code();
        OutputCollector collector;

        synchronized void execute(Tuple tuple) throws InterruptedException {
            code.run(tuple, collector);
        }
    }

    @Test
    void findsALockThatIsHeldWhileALambdaEmits() {
        assertThat(hazards.lockedEmit(new LocksAroundIt())).isPresent();
    }

    // ---- static fields ----------------------------------------------------------------------

    private static final class Looks {
        OutputCollector collector;

        void execute(Tuple tuple) throws InterruptedException {
            ((Code) Holder.find("code")).run(tuple, collector);
        }
    }

    private static final class Holder {
        static Object find(String name) {
            return Objects.requireNonNull(REGISTRY.get(name));
        }
    }

    @Test
    void findsCodeInAStaticMapThatTheComponentReads() {
        REGISTRY.put("code", Free.code());
        assertThat(hazards.lockedEmit(new Looks())).isEmpty();

        REGISTRY.put("code", locked());
        assertThat(hazards.withFreshObjects().lockedEmit(new Looks())).isPresent();
    }

    @Test
    void isNotMisledByCodeInAStaticMapThatTheComponentCannotCall() {
        REGISTRY.put("code", Free.code());
        REGISTRY.put("other", otherLocked());
        assertThat(hazards.lockedEmit(new Looks())).isEmpty();
    }

    /** Takes its code out of the map before tuples arrive. */
    private static final class Takes extends Holds {
        void prepare() {
            held = REGISTRY.get("mine");
        }
    }

    @Test
    void isNotMisledByWhatOthersGetOutOfAStaticMapWhenTheyArePrepared() {
        REGISTRY.put("mine", Free.code());
        REGISTRY.put("another's", locked());
        Takes component = new Takes();
        component.prepare();
        assertThat(hazards.lockedEmit(component)).isEmpty();
    }

    private static final class Initializes {
        static final Object CODE = initialized();

        private static Object initialized() {
            initialized = true;
            return locked();
        }
    }

    private static final class Lazy {
        OutputCollector collector;

        void execute(Tuple tuple) throws InterruptedException {
            ((Code) Initializes.CODE).run(tuple, collector);
        }
    }

    @Test
    void initializesNoClass() {
        hazards.lockedEmit(new Lazy());
        assertThat(initialized).isFalse();

        assertThat(Initializes.CODE).isNotNull();
        assertThat(hazards.withFreshObjects().lockedEmit(new Lazy())).isPresent();
    }

    // ---- bounds -----------------------------------------------------------------------------

    private static final class Item {
        final Object a = new Object();
    }

    private static final class HoldsMany extends Holds {
        Object first;
        Object deeper;
    }

    @Test
    void manyOtherObjectsDoNotHideIt() {
        List<Object> items = new ArrayList<>();
        Map<Object, Object> byItem = new HashMap<>();
        IntStream.range(0, 1_000_000).forEach(i -> items.add(new Item()));
        items.forEach(item -> byItem.put(item, item));
        HoldsMany component = new HoldsMany();
        component.first = List.of(items, items.toArray(), byItem, new LinkedList<>(items));
        component.deeper = List.of(List.of(List.of(locked())));

        assertThat(hazards.lockedEmit(component)).isPresent();
        assertThat(ObjectClasses.of(List.of(component), new ObjectShapes()).visitedObjects())
                .isLessThan(20_000);
    }

    @Test
    void componentsOfTheSameClassesAreExaminedOnce() {
        for (int i = 0; i < 10_000; i++) {
            Holds component = new Holds();
            component.held = i % 2 == 0 ? locked() : new AtomicReference<>(i);
            assertThat(hazards.lockedEmit(component).isPresent()).isEqualTo(i % 2 == 0);
        }
        assertThat(hazards.examinedCount()).isEqualTo(2);
    }
}
