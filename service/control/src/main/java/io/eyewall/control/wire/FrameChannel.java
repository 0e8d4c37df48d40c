package io.eyewall.control.wire;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Sends and receives frames over a socket: four bytes of length, the most significant first, then
 * as many bytes. No call lasts longer than its deadline, whatever the other side does. For one
 * thread; any other thread may close it, which ends a call in progress.
 */
public final class FrameChannel implements Closeable {
    private static final int CHUNK_BYTES = 1 << 16;

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final boolean interruptible;

    /**
     * Takes over a connected channel; closes it if this constructor throws.
     *
     * @param interruptible whether an interrupt of the thread ends its call with a {@link
     *     ClosedByInterruptException}; otherwise the interrupt has no effect, and stays pending
     */
    public FrameChannel(SocketChannel channel, boolean interruptible) throws IOException {
        this.channel = channel;
        this.interruptible = interruptible;
        Selector opened = null;
        try {
            channel.configureBlocking(false);
            opened = Selector.open();
            this.key = channel.register(opened, 0);
            this.selector = opened;
        } catch (IOException | RuntimeException e) {
            channel.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
    }

    /**
     * Sends one frame.
     *
     * @param deadlineNs by {@link System#nanoTime}
     * @throws SocketTimeoutException if the other side has not received all of it by then
     */
    public void send(byte[] frame, long deadlineNs) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).putInt(frame.length).flip();
        ByteBuffer[] lengthAndFrame = {length, ByteBuffer.wrap(frame)};
        transfer(
                SelectionKey.OP_WRITE,
                deadlineNs,
                () -> {
                    channel.write(lengthAndFrame);
                    return !lengthAndFrame[1].hasRemaining() && !lengthAndFrame[0].hasRemaining();
                });
    }

    /**
     * Receives one frame. Memory is allocated as bytes arrive, not as the length announces.
     *
     * @param maxBytes largest size of the frame
     * @param deadlineNs by {@link System#nanoTime}
     * @throws SocketTimeoutException if the frame has not arrived by then
     * @throws EOFException if the other side closes the connection before or within the frame
     * @throws ProtocolException if the frame is longer
     */
    public byte[] receive(int maxBytes, long deadlineNs) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        transfer(SelectionKey.OP_READ, deadlineNs, () -> readInto(length));
        int bytes = length.flip().getInt();
        if (bytes < 0 || bytes > maxBytes) {
            throw new ProtocolException(
                    "a frame of "
                            + Integer.toUnsignedString(bytes)
                            + " bytes, expected at most "
                            + maxBytes);
        }
        ByteArrayOutputStream received = new ByteArrayOutputStream(Math.min(bytes, CHUNK_BYTES));
        ByteBuffer chunk = ByteBuffer.allocate(Math.min(bytes, CHUNK_BYTES));
        while (received.size() < bytes) {
            chunk.clear().limit(Math.min(chunk.capacity(), bytes - received.size()));
            transfer(SelectionKey.OP_READ, deadlineNs, () -> readInto(chunk));
            received.write(chunk.array(), 0, chunk.position());
        }
        return received.toByteArray();
    }

    private boolean readInto(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int read = channel.read(buffer);
            if (read < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            if (read == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Transfers as many bytes as possible without blocking; returns whether all were transferred.
     */
    private interface Attempt {
        boolean isComplete() throws IOException;
    }

    private void transfer(int operation, long deadlineNs, Attempt attempt) throws IOException {
        boolean interrupted = false;
        try {
            while (!attempt.isComplete()) {
                long leftNs = deadlineNs - System.nanoTime();
                if (leftNs <= 0) {
                    throw new SocketTimeoutException("the other side has not answered in time");
                }
                key.interestOps(operation);
                selector.select(TimeUnit.NANOSECONDS.toMillis(leftNs) + 1);
                selector.selectedKeys().clear();
                if (Thread.interrupted()) {
                    interrupted = true;
                    if (interruptible) {
                        throw new ClosedByInterruptException();
                    }
                }
            }
        } catch (ClosedSelectorException | CancelledKeyException e) {
            AsynchronousCloseException closed = new AsynchronousCloseException();
            closed.initCause(e);
            throw closed;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            channel.close();
        }
    }
}
