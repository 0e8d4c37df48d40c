package io.eyewall.toolkit.window;

import java.util.List;
import java.util.function.Function;

/**
 * One window. Elements are inserted; the window reports to a listener when it is to be evaluated
 * and which elements it releases. Used by one thread; times must not decrease.
 *
 * @param <E> elements
 */
public interface Window<E> {
    /** Receives the events of a window, on the thread that calls the window. */
    interface Listener<E> {
        /**
         * The window is to be evaluated.
         *
         * @param elements the current elements, oldest first; the list belongs to the listener,
         *     which may keep it
         */
        void onWindow(List<E> elements);

        /** The given elements have left the window and are in no later one. */
        void onRelease(List<E> elements);
    }

    /**
     * Inserts an element.
     *
     * @param nowMs the current time in milliseconds
     */
    void insert(E element, long nowMs, Listener<E> listener);

    /** Evaluates or shrinks the window if the time that has passed requires it. */
    void tick(long nowMs, Listener<E> listener);

    /** Reports a window marker to the window. */
    void punctuation(long nowMs, Listener<E> listener);

    /**
     * Ends the window: evaluates elements that have not been in any evaluation, and releases all.
     */
    void end(Listener<E> listener);

    /**
     * Returns what the window knows, for a snapshot.
     *
     * @param content returns what is saved of an element
     */
    Object[] saved(Function<? super E, Object> content);

    /**
     * Restores a new window.
     *
     * @param saved what {@link #saved} has returned
     * @param element returns the element of which something was saved
     */
    void restore(Object[] saved, Function<Object, ? extends E> element);

    /** Returns whether the window has no elements. */
    boolean isEmpty();
}
