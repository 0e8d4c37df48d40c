/**
 * How tuples wait and cross: the ring of one executor's mailbox, used by one thread, and the link
 * that carries batches from one core to another. Knows nothing of what it carries. Depends on
 * {@code memory}.
 */
@NullMarked
package io.eyewall.engine.mailbox;

import org.jspecify.annotations.NullMarked;
