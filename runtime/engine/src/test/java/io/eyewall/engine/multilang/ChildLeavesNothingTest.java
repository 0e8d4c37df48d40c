package io.eyewall.engine.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.PackageLoader;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that the JVM releases a class loader with an engine and its application when their last
 * child process has ended: neither the thread that watches children nor the shutdown hook remains.
 */
@Timeout(60)
class ChildLeavesNothingTest {
    private static Method method(Class<?> type, String name, Class<?>... parameters)
            throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    private static WeakReference<ClassLoader> startAndEnd() throws Exception {
        Process child = new ProcessBuilder("sleep", "1000").start();
        try (PackageLoader loader = new PackageLoader("own", ChildWatch.class)) {
            Class<?> copy = loader.loadClass(ChildWatch.class.getName());
            assertThat(copy).isNotEqualTo(ChildWatch.class);
            Constructor<?> made = copy.getDeclaredConstructor(int.class);
            made.setAccessible(true);
            Object watch = made.newInstance(1000);
            method(copy, "onStarted", ProcessHandle.class).invoke(watch, child.toHandle());
            method(copy, "end").invoke(watch);
            child.waitFor();
            return new WeakReference<>(loader);
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void afterTheLastChild() throws Exception {
        Engines.untilGone(startAndEnd());
    }
}
