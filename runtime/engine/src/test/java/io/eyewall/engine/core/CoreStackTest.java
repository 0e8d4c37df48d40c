package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.EngineSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreStackTest {
    @Test
    void hasOneDefaultStackPerNestedExecutorAndOneForTheEngine() {
        assertThat(CoreStack.bytes(3)).isEqualTo(4 * CoreStack.bytes(0));
    }

    /** Unwinding what an endless recursion has filled takes 5 ms and some megabytes per stack. */
    @Test
    void isAtMostTenDefaultStacksByDefault() {
        int depth = EngineSettings.from(Map.of()).directDepth();

        assertThat(CoreStack.bytes(depth)).isLessThanOrEqualTo(10 * CoreStack.bytes(0));
    }
}
