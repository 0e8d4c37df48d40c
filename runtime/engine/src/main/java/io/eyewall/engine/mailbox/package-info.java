/**
 * Queues of tuples: the ring, which is an executor's mailbox and is used by one thread, and the
 * link, which carries batches from one core to another. The items may be of any type. Depends on
 * {@code memory}.
 */
@NullMarked
package io.eyewall.engine.mailbox;

import org.jspecify.annotations.NullMarked;
