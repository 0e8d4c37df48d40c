package io.eyewall.engine.multilang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.storm.multilang.NoOutputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JsonMessagesTest {
    private static JsonMessages reading(InputStream fromChild) {
        JsonMessages messages = new JsonMessages();
        messages.initialize(OutputStream.nullOutputStream(), fromChild);
        return messages;
    }

    private static JsonMessages reading(String fromChild) {
        return reading(new ByteArrayInputStream(fromChild.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsWhateverEndsTheLines() throws Exception {
        JsonMessages messages =
                reading(
                        """
                        {"command":

                        "log","msg":"the end"}
                        end
                        {"command":"sync"}\r
                        end\r
                        {"command":"emit","tuple":["end"]}
                        end
                        """);
        assertThat(messages.readShellMsg().getMsg()).isEqualTo("the end");
        assertThat(messages.readShellMsg().getCommand()).isEqualTo("sync");
        assertThat(messages.readShellMsg().getTuple()).isEqualTo(List.of("end"));
        assertThatThrownBy(messages::readShellMsg).isInstanceOf(NoOutputException.class);
    }

    @Test
    void readsAMessageThatIsLongerThanABuffer() throws Exception {
        String word = "wörter".repeat(20_000);
        JsonMessages messages = reading("{\"command\":\"log\",\"msg\":\"" + word + "\"}\nend\n");
        assertThat(messages.readShellMsg().getMsg()).isEqualTo(word);
    }

    @Test
    void showsTheLastWordsOfWhoDiesInTheMiddle() {
        assertThatThrownBy(reading("{\"command\":\"ack\",\"id\"")::readShellMsg)
                .isInstanceOf(NoOutputException.class)
                .hasMessageContaining("after the incomplete message: {\"command\":\"ack\",\"id\"");
    }

    @Test
    void refusesALineWithoutEnd() {
        isRefused("x");
    }

    @Test
    void refusesLinesWithoutEnd() {
        isRefused("not the end\n");
    }

    /** A reader that kept the whole line would exhaust the heap and harm other topologies. */
    private static void isRefused(String again) {
        assertThatThrownBy(reading(endless(again.getBytes(StandardCharsets.UTF_8)))::readShellMsg)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("without a line 'end'")
                .hasMessageContaining(again)
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(500));
    }

    private static InputStream endless(byte[] again) {
        return new InputStream() {
            private int next;

            @Override
            public int read() {
                next = (next + 1) % again.length;
                return again[next];
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    into[offset + i] = again[next];
                    next = (next + 1) % again.length;
                }
                return length;
            }
        };
    }
}
