package io.eyewall.ports;

import java.util.concurrent.CompletableFuture;

/** Answers the requests of a Thrift port. Called by event loops; must not block. */
public interface ThriftService {
    /**
     * Answers a message.
     *
     * @param message the message, without the length of its frame
     * @return the answer, without the length of its frame, completed by any thread; a failure ends
     *     the connection; cancelled when the client disconnects
     */
    CompletableFuture<byte[]> answer(byte[] message);
}
