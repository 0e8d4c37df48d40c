package io.eyewall.engine.mailbox;

/**
 * A one-way queue from one core to another, created when the first core first sends to the second.
 * The sender stages items and hands them over in whole batches, so that a crossing costs one shared
 * write per batch; the receiver polls batches. Items keep their order. The queue between the two is
 * bounded; what does not fit stays with the sender, which must stop producing while congested.
 *
 * <p>The two halves are separate padded objects, and the queue pads itself, so that the cores share
 * no cache line except those of the batches.
 *
 * @param <T> type of the items
 * @param sender the half of the sending core
 * @param receiver the half of the receiving core
 */
public record Link<T>(LinkSender<T> sender, LinkReceiver receiver) {}
