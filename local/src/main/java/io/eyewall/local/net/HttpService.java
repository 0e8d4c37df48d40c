package io.eyewall.local.net;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers the requests of an HTTP port. Called by event loops; must not block. */
public interface HttpService {
    /** Says no to a request before its body has come; null if it may go on. */
    @Nullable HttpAnswer refuse(HttpHead head);

    /**
     * Answers a request.
     *
     * @return completed by any thread; cancelled when the client has gone
     */
    CompletableFuture<HttpAnswer> answer(HttpHead head, byte[] body);
}
