package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that classes of the JDK do not keep an engine's classes alive after it has examined
 * objects of the JDK. The test only examines objects and compares no class files: a comparison
 * would make JDK 17 keep the class of the records that were compared last, for {@code equals}.
 */
@Timeout(60)
class HazardsLeaveNothingTest {
    private static WeakReference<ClassLoader> loaderOfOneThatLookedInto(Object... objects)
            throws Exception {
        Class<?> type = DirectCallHazards.class;
        try (PackageLoader loader = new PackageLoader("own", type)) {
            Class<?> copy = loader.loadClass(type.getName());
            assertThat(copy).isNotEqualTo(type);
            Object hazards = copy.getConstructor(ClassLoader.class).newInstance(loader);
            assertThat(
                            copy.getMethod("examine", Collection.class)
                                    .invoke(hazards, List.of(objects)))
                    .isNotNull();
            return new WeakReference<>(loader);
        }
    }

    @Test
    void inCollections() throws Exception {
        Engines.untilGone(
                loaderOfOneThatLookedInto(
                        new TreeMap<>(Map.of("a", new ArrayDeque<>(List.of(1L))))));
    }

    @Test
    void inWrappers() throws Exception {
        Engines.untilGone(
                loaderOfOneThatLookedInto(
                        CompletableFuture.completedFuture(new AtomicReference<>("a"))));
    }
}
