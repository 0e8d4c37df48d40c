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
 * Makes reading a response body fail if it does not have the announced length. The JDK's client
 * treats the end of a connection as the end of the response, so that an object of which a server
 * sent only a part before it crashed would be taken for complete.
 */
final class ResponseLengthCheck implements ExecutionInterceptor {
    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        // A chunked body tells the client itself where it ends.
        if (context.httpRequest().method() != SdkHttpMethod.GET
                || isChunked(context.httpResponse())) {
            return context.responseBody();
        }
        String expectedLength =
                context.httpResponse().firstMatchingHeader("Content-Length").orElse("");
        return context.responseBody().map(body -> new LengthCheckedStream(body, expectedLength));
    }

    private static boolean isChunked(SdkHttpResponse response) {
        return response.firstMatchingHeader("Transfer-Encoding")
                .filter("chunked"::equalsIgnoreCase)
                .isPresent();
    }

    /** A response body that throws an exception at its end if its length is not as announced. */
    private static final class LengthCheckedStream extends FilterInputStream {
        /** The announced length; empty if the response's headers were cut off before it. */
        private final String expectedLength;

        private long count;

        LengthCheckedStream(InputStream body, String expectedLength) {
            super(body);
            this.expectedLength = expectedLength;
        }

        /**
         * Counts bytes, or checks the length at the end.
         *
         * @param read the result of {@code read}; negative at the end
         */
        private int countBytes(int read, int bytes) throws IOException {
            if (read >= 0) {
                count += bytes;
            } else if (!expectedLength.equals(Long.toString(count))) {
                throw new EOFException(
                        "the connection ended after "
                                + count
                                + " bytes of "
                                + (expectedLength.isEmpty()
                                        ? "a response without a length"
                                        : expectedLength));
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            return countBytes(super.read(), 1);
        }

        @Override
        public int read(byte[] buffer, int offset, int maxBytes) throws IOException {
            int read = super.read(buffer, offset, maxBytes);
            return countBytes(read, read);
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
