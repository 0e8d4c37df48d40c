package io.eyewall.connectors.s3;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Makes a read end where the server said that it ends, or with an exception. The JDK's client takes
 * the end of a connection for the end of an answer: an object of which a server could send but a
 * part before it died would be taken for the whole.
 */
final class WholeAnswers implements ExecutionInterceptor {
    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        if (context.httpRequest().method() != SdkHttpMethod.GET
                || isChunked(context.httpResponse())) { // then the client knows the end
            return context.responseBody();
        }
        String length = context.httpResponse().firstMatchingHeader("Content-Length").orElse("");
        return context.responseBody().map(body -> new WholeStream(body, length));
    }

    private static boolean isChunked(SdkHttpResponse response) {
        return response.firstMatchingHeader("Transfer-Encoding")
                .filter("chunked"::equalsIgnoreCase)
                .isPresent();
    }

    /** Throws at an end that comes too early, or when the head of the answer was cut short. */
    private static final class WholeStream extends FilterInputStream {
        private final String length;
        private long count;

        WholeStream(InputStream body, String length) {
            super(body);
            this.length = length;
        }

        private int counted(int read, int bytes) throws IOException {
            if (read >= 0) {
                count += bytes;
            } else if (!length.equals(Long.toString(count))) {
                throw new EOFException(
                        "the connection ended after "
                                + count
                                + " bytes of "
                                + (length.isEmpty() ? "an answer without a length" : length));
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            return counted(super.read(), 1);
        }

        @Override
        public int read(byte[] into, int offset, int most) throws IOException {
            int read = super.read(into, offset, most);
            return counted(read, read);
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            count += skipped;
            return skipped;
        }

        /** Going back would count bytes twice. */
        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
