package io.eyewall.cli.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NimbusAddressTest {
    @Test
    void hasStormsPortUnlessItSaysAnother() {
        assertThat(NimbusAddress.parse("storm://nimbus1"))
                .isEqualTo(new NimbusAddress("nimbus1", 6627));
        assertThat(NimbusAddress.parse("storm://10.0.0.1:7000/"))
                .isEqualTo(new NimbusAddress("10.0.0.1", 7000));
        assertThat(NimbusAddress.parse("storm://[::1]:65535"))
                .isEqualTo(new NimbusAddress("::1", 65535));
    }

    @ParameterizedTest
    @ValueSource(strings = {"storm://nimbus1:6627", "storm://[fe80::1]:1"})
    void isWrittenAsItIsRead(String text) {
        assertThat(NimbusAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nimbus1",
                "nimbus1:6627",
                "http://nimbus1:6627",
                "storm://",
                "storm://:6627",
                "storm://h:0",
                "storm://h:65536",
                "storm://h:6627/path",
                "storm://a,b",
                "storm://::1:6627",
                "storm://user@h"
            })
    void elseSaysWhatItExpects(String text) {
        assertThatThrownBy(() -> NimbusAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "'"
                                + text
                                + "' is not the address of a Nimbus; expected storm://HOST[:PORT]");
    }
}
