package io.eyewall.web;

/** Receives every request that has been answered. Called by any thread; must not block. */
public interface RequestListener {
    /** Does nothing. */
    RequestListener NONE = (route, status, durationNs) -> {};

    /**
     * Called when a request has been answered.
     *
     * @param route path of the request's route; empty for a request that matches no route or was
     *     refused
     * @param status HTTP status
     * @param durationNs nanoseconds until the answer was available; 0 if the request was refused
     */
    void onAnswered(String route, int status, long durationNs);
}
