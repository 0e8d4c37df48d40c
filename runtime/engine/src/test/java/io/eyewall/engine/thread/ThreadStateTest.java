package io.eyewall.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({
    "ThreadPriorityCheck",
    "ThreadLocalUsage",
    "UnnecessaryStringBuilder"
}) // as user code
class ThreadStateTest {
    private final ThreadLocal<Object> variable = new ThreadLocal<>();
    private ThreadState before = ThreadState.capture();
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    @BeforeEach
    void capture() {
        before = ThreadState.capture();
    }

    @AfterEach
    void restore() {
        variable.remove();
        Thread.currentThread().setContextClassLoader(loader);
        Thread.currentThread().setPriority(Thread.NORM_PRIORITY);
    }

    private @Nullable String left() {
        return ThreadState.capture().describeLeftSince(before);
    }

    @Test
    void readsThreadLocalValuesOnThisJvm() {
        assertThat(ThreadState.canReadThreadLocals()).isTrue();
        assertThat(left()).isNull();
    }

    static Stream<Arguments> stored() {
        return List.of(
                        "a session",
                        7,
                        true,
                        new HashMap<>(Map.of("key", "value")),
                        List.class,
                        new Object[4], // to be filled later
                        new Object[] {1, "key", "value"}, // as Log4j's MDC
                        new Object[] {new StringBuilder(), "a session"},
                        new String[] {"a session"})
                .stream()
                .map(value -> Arguments.of(value)); // an array is one
    }

    @ParameterizedTest
    @MethodSource("stored")
    void findsAStoredValue(Object value) {
        variable.set(value);

        assertThat(left()).isEqualTo("a thread-local value of class " + value.getClass().getName());
    }

    static Stream<Arguments> madeAnew() {
        return List.of(
                        new SoftReference<>("a recycler"),
                        new StringBuilder("a buffer"),
                        new byte[10],
                        new java.text.SimpleDateFormat(),
                        new Object[] { // as Log4j's at its first line
                            StandardCharsets.UTF_8.newEncoder(),
                            new StringBuilder(),
                            ByteBuffer.allocate(1)
                        },
                        new Object[] {null, new byte[1]},
                        new StringBuilder[] {new StringBuilder()},
                        false,
                        new ArrayList<>(),
                        new HashMap<>())
                .stream()
                .map(value -> Arguments.of(value)); // an array is one
    }

    @ParameterizedTest
    @MethodSource("madeAnew")
    void ignoresValuesThatAnyThreadCanCreateAgain(Object value) {
        variable.set(value);

        assertThat(left()).isNull();
    }

    @Test
    void ignoresVariablesThatComputeTheirValues() {
        ThreadLocal<Object> computed = ThreadLocal.withInitial(Object::new);
        ThreadLocal<Object> overridden =
                new InheritableThreadLocal<>() {
                    @Override
                    protected Object initialValue() {
                        return new Object();
                    }
                };
        computed.get();
        overridden.get();

        assertThat(left()).isNull();
        computed.remove();
        overridden.remove();
    }

    @Test
    void findsComputedValuesThatCodeHasFilled() {
        ThreadLocal<List<Object>> list = ThreadLocal.withInitial(ArrayList::new);
        ThreadLocal<Map<Object, Object>> map = ThreadLocal.withInitial(ConcurrentHashMap::new);
        ThreadLocal<AtomicLong> count = ThreadLocal.withInitial(AtomicLong::new);
        list.get();
        map.get();
        count.get();
        assertThat(left()).isNull();

        list.get().add("a tuple");
        assertThat(left()).endsWith("ArrayList");
        list.remove();
        map.get().put("a word", 1);
        assertThat(left()).endsWith("ConcurrentHashMap");
        map.remove();
        count.get().incrementAndGet();
        assertThat(left()).endsWith("AtomicLong");
        count.remove();
        assertThat(left()).isNull();
    }

    @Test
    void findsInheritableValuesAndValuesThatReplaceOthers() {
        ThreadLocal<Object> inheritable = new InheritableThreadLocal<>();
        inheritable.set("first");
        ThreadState first = ThreadState.capture();
        inheritable.set("second");

        assertThat(first.describeLeftSince(before)).isNotNull();
        assertThat(ThreadState.capture().describeLeftSince(first)).isNotNull();
        assertThat(first.describeLeftSince(first)).isNull();
        inheritable.remove();
    }

    @Test
    void neverCallsUserCode() {
        variable.set(
                new HashMap<Object, Object>() {
                    @Override
                    public boolean isEmpty() {
                        throw new IllegalStateException("user code");
                    }
                });

        assertThat(left()).isNotNull();
    }

    @Test
    void findsAttributes() {
        Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        assertThat(left()).isEqualTo("priority 10");
        Thread.currentThread().setPriority(Thread.NORM_PRIORITY);
        Thread.currentThread().setContextClassLoader(null);
        assertThat(left()).isEqualTo("another context class loader");
    }

    @Test
    void movesLeftValuesToAnotherThread() throws Exception {
        ThreadLocal<Object> older = new ThreadLocal<>();
        older.set("stays");
        ThreadState start = ThreadState.capture();
        variable.set("moves");
        older.set("changed");
        Thread.currentThread().setContextClassLoader(null);
        AtomicReference<List<Object>> there = new AtomicReference<>();

        Runnable arrive = ThreadState.capture().moveLeftSince(start);
        Thread other =
                new Thread(
                        () -> {
                            arrive.run();
                            there.set(
                                    List.of(
                                            variable.get(),
                                            older.get(),
                                            Objects.isNull(
                                                    Thread.currentThread()
                                                            .getContextClassLoader())));
                        });
        other.start();
        other.join();

        assertThat(there.get()).isEqualTo(List.of("moves", "changed", true));
        assertThat(variable.get()).isNull();
        assertThat(older.get()).isEqualTo("stays");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(loader);
        older.remove();
    }
}
