package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.fixture.CodeSizes;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpecializedClassesTest {
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

    /**
     * An access by a {@code VarHandle} is five methods of the JDK to inline, and C2 gives up when
     * it has seen too many (decision 126). Fences are none of these.
     */
    @Test
    void whatTuplesPassHasNoAccessesByHandle() throws IOException {
        List<Class<?>> passed =
                List.of(
                        HotBoltTask.class,
                        HotBoltCollector.class,
                        HotSpoutTask.class,
                        HotSpoutCollector.class,
                        CoreOwner.class,
                        Core.class,
                        Core.class.getSuperclass());
        for (Class<?> hot : passed) {
            assertThat(String.join(" ", CodeSizes.texts(hot)))
                    .as(hot.getName())
                    .doesNotContain("findVarHandle", "invokeExact")
                    .doesNotContain("Opaque", "setRelease", "getAcquire", "Volatile");
        }
    }
}
