package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.storm.blobstore.BlobStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb",
                "a\r",
                "\u0000",
                "a\u001b[2J",
                "a\u0085b",
                "a\u2028b",
                "a\u202eb",
                "\ud800"
            })
    void whatNobodySeesIsRefusedAsStormDoes(String name) {
        assertThatThrownBy(() -> BlobStore.validateKey(name + "-1-2-stormconf.ser"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TopologyName.check(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("U+", "leave it out")
                .hasMessageNotContaining(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"words", "two words", "a\tb", "Wörter-日本", "می\u200cخواهم", "\ud835\udc00"})
    void whatStormTakesIsTaken(String name) {
        assertThatCode(() -> BlobStore.validateKey(name + "-1-2-stormconf.ser"))
                .doesNotThrowAnyException();
        assertThatCode(() -> TopologyName.check(name)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b", "a(b)", "o'brien", "50 %"})
    void whatAnybodyCanTypeIsTaken(String name) {
        assertThatCode(() -> TopologyName.check(name)).doesNotThrowAnyException();
    }
}
