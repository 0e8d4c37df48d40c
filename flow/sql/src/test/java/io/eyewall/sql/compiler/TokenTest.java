package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenTest {
    @Test
    void aFingerprintDependsOnWhatAScriptSaysOnly() {
        String one = Token.fingerprint("SELECT a, 'x' FROM t;");
        assertThat(Token.fingerprint("-- counts\nSELECT a,/* or b */ 'x'\n  FROM t"))
                .isEqualTo(one);
        assertThat(Token.fingerprint("SELECT a, 'y' FROM t")).isNotEqualTo(one);
        assertThat(Token.fingerprint("SELECT a, x FROM t")).isNotEqualTo(one);
        assertThat(Token.fingerprint("SELECT a, \"x\" FROM t")).isNotEqualTo(one);
        assertThat(Token.fingerprint("SELECT A, 'x' FROM t")).isNotEqualTo(one);
    }
}
