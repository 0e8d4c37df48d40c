package io.eyewall.web;

import io.eyewall.ports.HttpAnswer;

/** Answers the requests of a route. */
public interface WebHandler {
    /**
     * Answers a request. Called by one of a few threads, which may block; several may call at once.
     *
     * @throws Exception any error: the client gets status 500, and the log the reason
     */
    HttpAnswer answer(WebRequest request) throws Exception;
}
