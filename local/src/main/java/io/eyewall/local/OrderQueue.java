package io.eyewall.local;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Orders to one topology, which are carried out one after the other. Few may wait: a topology that
 * doesn't answer is not to hold up all threads that others need. Any thread.
 */
final class OrderQueue {
    private static final int MOST = 4;

    private final Semaphore room = new Semaphore(MOST);
    private final ReentrantLock turn = new ReentrantLock();

    /**
     * An operation on a topology.
     *
     * @param <E> why it may be refused
     */
    interface Order<E extends Exception> {
        /** Carries out the order. */
        void give() throws E;
    }

    /** Whether another one may wait now. */
    boolean hasRoom() {
        return room.availablePermits() > 0;
    }

    /**
     * Gives an order, after those before it.
     *
     * @param topology its name, for the message
     * @throws IllegalStateException if as many as may wait already do
     */
    <E extends Exception> void give(String topology, Order<E> order) throws E {
        if (!room.tryAcquire()) {
            throw new IllegalStateException(
                    "another order to topology '%s' is under way, and %d wait; try again"
                            .formatted(topology, MOST - 1));
        }
        try {
            turn.lock();
            try {
                order.give();
            } finally {
                turn.unlock();
            }
        } finally {
            room.release();
        }
    }
}
