package io.eyewall.local.net;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultHttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;

/**
 * An answer that goes on. A client that does not take what it is sent is cut off: when more than
 * {@link #MAX_WAITING_BYTES} wait for it, or when a piece has waited for as long as an answer may.
 * Any thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and that is seen
public final class HttpStream {
    /**
     * The most bytes that may wait for one client. Pieces are not copied, so clients share what
     * waits.
     */
    public static final int MAX_WAITING_BYTES = 1 << 20;

    /** The approximate overhead of a piece, in bytes. */
    private static final int PIECE_BYTES = 256;

    private final Channel connection;
    private final AtomicLong waitingBytes = new AtomicLong();

    HttpStream(Channel connection) {
        this.connection = connection;
    }

    /**
     * Sends a piece, without waiting until it is gone.
     *
     * @param piece not to be changed any more; empty is nothing
     * @return false if the client has gone, or has just been cut off because it is too slow
     */
    public boolean send(byte[] piece) {
        if (!connection.isActive()) {
            return false;
        } else if (piece.length == 0) {
            return true; // an empty chunk would be the end
        }
        long costs = PIECE_BYTES + (long) piece.length;
        if (waitingBytes.addAndGet(costs) > MAX_WAITING_BYTES) {
            connection.close();
            return false;
        }
        connection
                .writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(piece)))
                .addListener(
                        written -> {
                            waitingBytes.addAndGet(-costs);
                            if (!written.isSuccess()) {
                                connection.close();
                            }
                        });
        return true;
    }

    /** Has something done when the connection is over, at once if it is already. */
    public void onClosed(Runnable then) {
        connection.closeFuture().addListener(closed -> then.run());
    }

    /** Ends the answer after what has been sent, and with it the connection. */
    public void close() {
        connection
                .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                .addListener(ChannelFutureListener.CLOSE);
    }
}
