package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HotCopiesTest {
    /**
     * A copy has no name that its own lambdas could refer to; they would fail when first called.
     */
    @ParameterizedTest
    @ValueSource(
            classes = {
                HotBoltTask.class,
                HotBoltCollector.class,
                HotSpoutTask.class,
                HotSpoutCollector.class
            })
    void copiedClassesContainNoLambdas(Class<?> copied) {
        assertThat(Arrays.stream(copied.getDeclaredMethods()).filter(Method::isSynthetic))
                .filteredOn(method -> method.getName().startsWith("lambda$"))
                .isEmpty();
    }
}
