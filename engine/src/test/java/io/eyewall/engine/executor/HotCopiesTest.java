package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.CodeSizes;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HotCopiesTest {
    /** The default of {@code -XX:FreqInlineSize} on all processors. */
    private static final int MOST_BYTES = 325;

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

    /**
     * HotSpot inlines no method of more bytes than {@code FreqInlineSize}, however often it is
     * called; then nothing is left of what the copies are for, and nothing but the rate shows it.
     */
    @ParameterizedTest
    @ValueSource(
            classes = {
                HotBoltTask.class,
                HotBoltCollector.class,
                HotSpoutTask.class,
                HotSpoutCollector.class
            })
    void hotMethodsAreSmallEnoughToBeInlined(Class<?> hot) throws IOException {
        assertThat(CodeSizes.of(hot).values()).isNotEmpty().allMatch(bytes -> bytes <= MOST_BYTES);
    }
}
