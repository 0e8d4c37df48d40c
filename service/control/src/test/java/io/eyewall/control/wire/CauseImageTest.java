package io.eyewall.control.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.StackTraceText;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CauseImageTest {
    private static Throwable sent(Throwable thrown) throws IOException {
        byte[] json = WireJson.bytes(thrown, Answer.MAX_BYTES);
        return WireJson.read(json, Throwable.class);
    }

    @Test
    void printsAsTheOriginal() throws IOException {
        Exception original =
                new IllegalStateException("no\nway \ud800", new IOException(new Error("deep")));
        original.addSuppressed(new Exception("beside", new IOException("below")));

        Throwable there = sent(original);

        assertThat(StackTraceText.of(there)).isEqualTo(StackTraceText.of(original));
        assertThat(there).hasMessage(original.getMessage());
        assertThat(((RemoteCause) there).type()).isEqualTo("java.lang.IllegalStateException");
        assertThat(StackTraceText.of(sent(there))).isEqualTo(StackTraceText.of(original));
        assertThat(((RemoteCause) sent(there)).type()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void aCircleOfCausesEnds() throws IOException {
        Exception one = new Exception("one");
        one.initCause(new Exception("two", one));
        one.addSuppressed(new Exception("three", one));

        assertThat(sent(one)).hasMessage("one").cause().hasMessage("two");
    }

    @Test
    void anExceptionThatCanNotBeAskedArrivesByItsName() throws IOException {
        Throwable there = sent(new Hostile());

        assertThat(there).hasMessage(null).hasNoCause();
        assertThat(there.toString()).startsWith(Hostile.class.getName()).contains("StackOverflow");
        assertThat(there.getStackTrace()).isEmpty();
    }

    @Test
    void megabytesAreCut() throws IOException {
        Throwable there = sent(new Exception("x".repeat(5_000_000)));

        assertThat(there.getMessage()).hasSizeLessThan(20_000).endsWith("...");
        assertThat(there.toString()).contains("more characters");
    }

    private static final class Hostile extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException();
        }
    }
}
