package io.eyewall.web;

/** Is told of requests that have been answered. Called by any thread; must not wait. */
public interface RequestListener {
    /** Does nothing. */
    RequestListener NONE = (route, status, durationNs) -> {};

    /**
     * A request has its answer.
     *
     * @param route the path of its route; empty for a request that fits none or was refused
     * @param status of HTTP
     * @param durationNs nanoseconds that it took to have the answer; 0 if it was refused
     */
    void onAnswered(String route, int status, long durationNs);
}
