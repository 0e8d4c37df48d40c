package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlobSessionsTest {
    @Test
    void thereAreOnlySoMany() {
        List<String> givenUp = new ArrayList<>();
        BlobSessions<String> sessions = new BlobSessions<>("Blob", 600_000, givenUp::add);
        String first = sessions.begin("first");
        for (int i = 1; i < BlobSessions.MAX_SESSIONS; i++) {
            sessions.begin("other");
        }
        assertThatThrownBy(() -> sessions.begin("one too many"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("256")
                .hasMessageContaining("limit");
        assertThat(givenUp).containsExactly("one too many");

        sessions.end(first);
        sessions.begin("again");
        assertThat(givenUp).hasSize(1);
    }
}
