package io.eyewall.engine.hotpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

final class JitConstantTest {
    private static final JitConstant<String> FIXED = JitConstant.create();

    /** Reads the first value often enough for the compiler to treat it as a constant. */
    @Test
    void compiledCodeSeesTheNextValue() {
        FIXED.set("first");
        assertThat(reads("first", 100_000)).isEqualTo(100_000);

        FIXED.set("second");

        assertThat(reads("first", 1_000)).isZero();
        assertThat(reads("second", 1_000)).isEqualTo(1_000);
    }

    private static int reads(String expected, int times) {
        int seen = 0;
        for (int i = 0; i < times; i++) {
            if (FIXED.get().equals(expected)) {
                seen++;
            }
        }
        return seen;
    }

    @Test
    void aClassThatWasDefinedWithoutHasNone() {
        assertThat((Object) JitConstant.ofHiddenClass(MethodHandles.lookup())).isNull();
    }
}
