package io.eyewall.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleSpinTest {
    private final IdleSpin spin = new IdleSpin(20_000);

    @Test
    void spinsLongAtFirstAndAfterWorkThatCameSoon() {
        assertThat(spin.spinNs()).isEqualTo(20_000);
        spin.onWork(1_000_000);
        assertThat(spin.spinNs()).isEqualTo(10_000);
        spin.onWork(19_999);
        assertThat(spin.spinNs()).isEqualTo(20_000);
    }

    @Test
    void spinsShortlyWhereWorkComesLate() {
        for (int i = 0; i < 15; i++) {
            spin.onWork(20_000);
        }
        assertThat(spin.spinNs()).isZero();
    }
}
