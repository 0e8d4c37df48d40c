package io.eyewall.toolkit.window;

import java.util.List;

/**
 * One window: elements go in, and it tells when it is to be looked at, and which it lets go. For
 * one thread; times must not fall.
 *
 * @param <E> elements
 */
public interface Window<E> {
    /** What it tells. */
    interface Listener<E> {
        /**
         * These are in the window now, oldest first.
         *
         * @param elements a list of its own, to be kept if wanted
         */
        void onWindow(List<E> elements);

        /** These are in no later window. */
        void onRelease(List<E> elements);
    }

    /**
     * An element has come.
     *
     * @param nowMs the time
     */
    void insert(E element, long nowMs, Listener<E> listener);

    /** Time has passed. */
    void tick(long nowMs, Listener<E> listener);

    /** A window marker has come. */
    void punctuation(long nowMs, Listener<E> listener);

    /** No more will come: those that were in no window yet make one, and all are let go. */
    void end(Listener<E> listener);

    /** Whether it holds nothing. */
    boolean isEmpty();
}
