package io.eyewall.toolkit.snapshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Orders of other threads for a snapshot, which wait until it is committed. Thread-safe. */
final class SnapshotOrders {
    private final List<Order> orders = new ArrayList<>();

    /**
     * An order.
     *
     * @param after number of the snapshot that was begun last when it was given: a later one serves
     * @param copyTo folder for a copy; null: none
     */
    private record Order(long after, @Nullable Path copyTo, CompletableFuture<Long> done) {}

    synchronized CompletableFuture<Long> add(long after, @Nullable Path copyTo) {
        Order order = new Order(after, copyTo, new CompletableFuture<>());
        orders.add(order);
        return order.done();
    }

    synchronized boolean isEmpty() {
        orders.removeIf(order -> order.done().isCancelled());
        return orders.isEmpty();
    }

    /** Makes the copies that were ordered; an order whose copy fails, fails. */
    synchronized void copy(long number, Consumer<Path> copy) {
        for (Iterator<Order> each = orders.iterator(); each.hasNext(); ) {
            Order order = each.next();
            Path target = order.copyTo();
            if (order.after() < number && target != null && !order.done().isCancelled()) {
                try {
                    copy.accept(target);
                } catch (RuntimeException e) {
                    order.done().completeExceptionally(e);
                    each.remove();
                }
            }
        }
    }

    /** Ends the orders that a snapshot serves. */
    synchronized void onCommitted(long number) {
        orders.forEach(
                order -> {
                    if (order.after() < number) {
                        order.done().complete(number);
                    }
                });
        orders.removeIf(order -> order.done().isDone());
    }

    /** Fails the orders that a snapshot would have served. */
    synchronized void onFailed(long number, String reason) {
        orders.removeIf(
                order ->
                        order.after() < number
                                && order.done()
                                        .completeExceptionally(new IllegalStateException(reason)));
    }
}
