package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An application may contain an engine in a class loader of its own, as those that a server runs
 * do: the JVM must release that loader at the application's end.
 */
@Timeout(60)
class LeavesNothingTest {
    /** The use of a class of the engine. */
    private interface Use {
        void of(Class<?> type) throws Exception;
    }

    /** Loads a copy of an engine class, uses it, and drops it. */
    private static WeakReference<ClassLoader> use(Class<?> type, Use use) throws Exception {
        try (PackageLoader loader = new PackageLoader("own", type)) {
            Class<?> copy = loader.loadClass(type.getName());
            assertThat(copy).isNotEqualTo(type);
            use.of(copy);
            return new WeakReference<>(loader);
        }
    }

    private static WeakReference<ClassLoader> loaderOfSizes(Object... values) throws Exception {
        return use(
                SizeEstimate.class,
                copy -> {
                    Object estimate = copy.getConstructor().newInstance();
                    Object bytes =
                            copy.getMethod("bytesOfValues", List.class)
                                    .invoke(estimate, List.of(values));
                    assertThat((long) bytes).isPositive();
                });
    }

    private record Point(Object x) {}

    @Test
    void sizesOfCollections() throws Exception {
        Engines.untilGone(
                loaderOfSizes(new TreeSet<>(List.of("a")), new ArrayDeque<>(List.of(1L))));
    }

    @Test
    void sizesOfObjectsThatTheJdkMade() throws Exception {
        Engines.untilGone(loaderOfSizes(CompletableFuture.completedFuture("a"), Optional.of("a")));
    }

    @Test
    void sizesOfRecordsAndLambdas() throws Exception {
        Supplier<Object> lambda = new Point("a")::x;
        Engines.untilGone(loaderOfSizes(new Point("a"), lambda));
    }

    @Test
    void aListenerThatWasClosed() throws Exception {
        Engines.untilGone(
                use(
                        GarbageCollectionListener.class,
                        copy -> {
                            var listener = (AutoCloseable) copy.getMethod("open").invoke(null);
                            System.gc();
                            listener.close();
                            listener.close();
                        }));
    }
}
