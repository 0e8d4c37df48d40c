package io.eyewall.web;

import io.eyewall.local.net.HttpAnswer;

/** Answers requests. */
public interface WebHandler {
    /**
     * Called by a thread that may wait, and not by many at once.
     *
     * @throws Exception whatever goes wrong: the client is told 500, the log why
     */
    HttpAnswer answer(WebRequest request) throws Exception;
}
