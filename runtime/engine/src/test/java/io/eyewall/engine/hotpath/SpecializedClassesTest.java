package io.eyewall.engine.hotpath;

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
    private static final int MAX_BYTES = 325;

    /**
     * A copy has no name by which its own lambdas could refer to it; they would fail at the first
     * call.
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
     * HotSpot inlines no method with more bytes than {@code FreqInlineSize}, however often it is
     * called. Without inlining the copies are useless, and only the throughput would show it.
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
        assertThat(CodeSizes.of(hot).values()).isNotEmpty().allMatch(bytes -> bytes <= MAX_BYTES);
    }

    /**
     * C2 must inline five methods of the JDK for an access by a {@code VarHandle}, and gives up
     * when it has seen too many (decision 126). Fences don't count.
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
