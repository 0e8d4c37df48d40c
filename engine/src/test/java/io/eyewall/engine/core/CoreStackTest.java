package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.EngineSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreStackTest {
    @Test
    void hasTheStackOfAThreadForEachExecutorOnItAndOneForTheEngine() {
        assertThat(CoreStack.bytes(3)).isEqualTo(4 * CoreStack.bytes(0));
    }

    /** To unwind what an endless recursion has filled takes 5 ms and some megabytes for each. */
    @Test
    void holdsNoMoreThanTenTimesTheStackOfAThreadByDefault() {
        int depth = EngineSettings.from(Map.of()).directDepth();

        assertThat(CoreStack.bytes(depth)).isLessThanOrEqualTo(10 * CoreStack.bytes(0));
    }
}
