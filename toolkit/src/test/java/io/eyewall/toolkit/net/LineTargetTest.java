package io.eyewall.toolkit.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.toolkit.failure.ConnectorException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Where lines go. */
class LineTargetTest {
    @Test
    void aFullDiskIsTold() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        LineTarget target = LineTarget.file(full);

        assertThatThrownBy(() -> target.write("line\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ConnectorException.class)
                .hasMessage(
                        "/dev/full can't be written (No space left on device); lines are missing");
    }
}
