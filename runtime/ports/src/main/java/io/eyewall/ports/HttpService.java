package io.eyewall.ports;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers the requests of an HTTP port. Called by event loops; must not block. */
public interface HttpService {
    /** Returns an error that rejects a request before its body is read; null to accept it. */
    @Nullable HttpAnswer refuse(HttpHead head);

    /**
     * Answers a request.
     *
     * @return the answer, completed by any thread; cancelled when the client disconnects
     */
    CompletableFuture<HttpAnswer> answer(HttpHead head, byte[] body);
}
