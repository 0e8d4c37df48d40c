package io.eyewall.local;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs operations on one topology one after the other, on their callers' threads. Only a few
 * callers may wait, so that a topology that does not respond can't block all threads of a server.
 * Any thread may call.
 */
final class OrderQueue {
    private static final int MAX_ORDERS = 4;

    private final Semaphore permits = new Semaphore(MAX_ORDERS);
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * An operation on a topology.
     *
     * @param <E> the exception of a refused operation
     */
    interface Order<E extends Exception> {
        void run() throws E;
    }

    /** Returns whether another order may run or wait now. */
    boolean hasCapacity() {
        return permits.availablePermits() > 0;
    }

    /**
     * Runs an order after all earlier ones.
     *
     * @param topology the topology's name, for the message
     * @throws IllegalStateException if too many orders are running or waiting
     */
    <E extends Exception> void run(String topology, Order<E> order) throws E {
        if (!permits.tryAcquire()) {
            throw new IllegalStateException(
                    "another order to topology '%s' is under way, and %d wait; try again"
                            .formatted(topology, MAX_ORDERS - 1));
        }
        try {
            lock.lock();
            try {
                order.run();
            } finally {
                lock.unlock();
            }
        } finally {
            permits.release();
        }
    }
}
