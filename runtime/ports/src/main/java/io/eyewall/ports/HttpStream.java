package io.eyewall.ports;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultHttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;

/**
 * An answer that is sent in pieces. A client that does not read them is disconnected: when more
 * than {@link #MAX_WAITING_BYTES} wait for it, or when a piece has waited for as long as an answer
 * may wait. Any thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
public final class HttpStream {
    /**
     * The most bytes that may wait for one client. Pieces are not copied, so clients that wait for
     * the same piece share its bytes.
     */
    public static final int MAX_WAITING_BYTES = 1 << 20;

    /** The approximate overhead of a piece, in bytes. */
    private static final int PIECE_OVERHEAD_BYTES = 256;

    private final Channel connection;
    private final AtomicLong waitingBytes = new AtomicLong();

    HttpStream(Channel connection) {
        this.connection = connection;
    }

    /**
     * Sends a piece, without waiting until it is written.
     *
     * @param piece must not be changed any more; an empty piece is ignored
     * @return false if the client has disconnected, or was disconnected now because it is too slow
     */
    public boolean send(byte[] piece) {
        if (!connection.isActive()) {
            return false;
        } else if (piece.length == 0) {
            return true; // an empty chunk would end the body
        }
        long costBytes = PIECE_OVERHEAD_BYTES + (long) piece.length;
        if (waitingBytes.addAndGet(costBytes) > MAX_WAITING_BYTES) {
            connection.close();
            return false;
        }
        connection
                .writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(piece)))
                .addListener(
                        written -> {
                            waitingBytes.addAndGet(-costBytes);
                            if (!written.isSuccess()) {
                                connection.close();
                            }
                        });
        return true;
    }

    /** Runs an action when the connection is closed, immediately if it is closed already. */
    public void onClosed(Runnable action) {
        connection.closeFuture().addListener(closed -> action.run());
    }

    /** Ends the answer after the pieces that were sent, and closes the connection. */
    public void close() {
        connection
                .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                .addListener(ChannelFutureListener.CLOSE);
    }
}
