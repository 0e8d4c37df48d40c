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
 * Checks that a response body has the announced length, and throws an exception otherwise. The
 * JDK's client treats the end of a connection as the end of the response, so an object that a
 * server sent only in part before it crashed would be taken for complete.
 */
final class WholeAnswers implements ExecutionInterceptor {
    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        if (context.httpRequest().method() != SdkHttpMethod.GET
                || isChunked(context.httpResponse())) { // then the client detects the end itself
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

    /** Throws if the stream ends early or the response's headers were cut short. */
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
                                + (length.isEmpty() ? "a response without a length" : length));
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

        /** Returns false, because rereading would count bytes twice. */
        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
