package io.eyewall.engine.mailbox;

/**
 * One-way connection from one core to another, made when the one first sends to the other. The
 * sender stages items and hands them over in whole batches, so that a crossing costs one shared
 * write per batch; the receiver takes batches. Items keep their order. The queue between them is
 * bounded; what does not fit stays with the sender, who must stop producing while congested.
 *
 * <p>The two halves are separate padded objects, and the queue pads itself, so that the cores share
 * no cache line but those of the batches.
 *
 * @param <T> what crosses
 * @param sender the half of the sending core
 * @param receiver the half of the receiving core
 */
public record Link<T>(LinkSender<T> sender, LinkReceiver receiver) {}
