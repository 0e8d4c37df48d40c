package io.eyewall.local;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs operations on one topology one after the other, on their callers' threads. Only a few
 * callers may wait, so that a topology that does not respond can't block all threads of a server.
 * Any thread may call.
 */
final class OperationQueue {
    private static final int MAX_OPERATIONS = 4;

    private final Semaphore permits = new Semaphore(MAX_OPERATIONS);
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * An operation on a topology.
     *
     * @param <E> the exception of a refused operation
     */
    interface Operation<E extends Exception> {
        void run() throws E;
    }

    /** Returns whether another operation may run or wait now. */
    boolean hasCapacity() {
        return permits.availablePermits() > 0;
    }

    /**
     * Runs an operation after all earlier ones.
     *
     * @param topology the topology's name, for the message
     * @throws IllegalStateException if {@value #MAX_OPERATIONS} operations are running or waiting
     */
    <E extends Exception> void run(String topology, Operation<E> operation) throws E {
        if (!permits.tryAcquire()) {
            throw new IllegalStateException(
                    "another operation on topology '%s' is in progress, and %d wait; try again"
                            .formatted(topology, MAX_OPERATIONS - 1));
        }
        try {
            lock.lock();
            try {
                operation.run();
            } finally {
                lock.unlock();
            }
        } finally {
            permits.release();
        }
    }
}
