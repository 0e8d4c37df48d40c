package io.eyewall.ports;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.handler.codec.ByteToMessageDecoder;
import org.apache.storm.shade.io.netty.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a client prove that it knows the password, before any of its bytes are decoded as Thrift.
 * Thrift's form of SASL (Thrift: transport/TSaslTransport.java) consists of messages of
 *
 * <pre>
 *   1 byte    status: 1 start (the mechanism's name), 2 OK, 3 bad, 4 error, 5 complete
 *   4 bytes   length of the rest
 *   rest      the mechanism's data, or the reason of a failure
 * </pre>
 *
 * After a successful login this handler removes itself, and frames follow as on a port without
 * login. A client is disconnected if it sends nothing, too much, or anything but a login, or if the
 * login takes too long. Used by the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
final class SaslHandshake extends ByteToMessageDecoder {
    private static final Logger LOG = LoggerFactory.getLogger(SaslHandshake.class);

    private static final String NO_LOGIN =
            "the client sent no SASL login; this port requires one by " + PasswordLogin.MECHANISM;

    private static final byte START = 1;
    private static final byte OK = 2;
    private static final byte BAD = 3;
    private static final byte COMPLETE = 5;
    private static final int HEADER_BYTES = 5;

    /** The longest accepted message, in bytes; a client's messages have a few hundred bytes. */
    private static final int MAX_MESSAGE_BYTES = 8 << 10;

    private final PasswordLogin login;
    private final FailedLoginLog failedLoginLog;
    private final ConnectionGuard.RequestGate gate;
    private final long timeoutMs;
    private @Nullable SaslServer server;
    private @Nullable ScheduledFuture<?> timer;
    private boolean ended;

    /**
     * @param failedLoginLog logs a failed login
     * @param gate receives the complete login as a request and its answer
     * @param timeoutMs the time for the whole login
     */
    SaslHandshake(
            PasswordLogin login,
            FailedLoginLog failedLoginLog,
            ConnectionGuard.RequestGate gate,
            long timeoutMs) {
        this.login = login;
        this.failedLoginLog = failedLoginLog;
        this.gate = gate;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timer =
                ctx.executor()
                        .schedule(
                                () -> {
                                    logFailure(ctx, "not complete within " + timeoutMs + " ms");
                                    ctx.close();
                                },
                                timeoutMs,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (ended) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (server == null && in.isReadable() && in.getByte(in.readerIndex()) != START) {
            rejectLogin(ctx, NO_LOGIN); // such as a Thrift client that does not log in
            return;
        }
        if (in.readableBytes() < HEADER_BYTES) {
            return;
        }
        int headerIndex = in.readerIndex();
        int length = in.getInt(headerIndex + 1);
        if (length < 0 || length > MAX_MESSAGE_BYTES) {
            rejectLogin(ctx, NO_LOGIN);
            return;
        }
        if (in.readableBytes() < HEADER_BYTES + length) {
            return;
        }
        byte status = in.readByte();
        in.skipBytes(Integer.BYTES);
        byte[] response = new byte[length];
        in.readBytes(response);
        try {
            onMessage(ctx, status, response);
        } catch (SaslException e) {
            LOG.debug("Login of {} failed", ctx.channel().remoteAddress(), e);
            rejectLogin(
                    ctx, "wrong password, or another mechanism than " + PasswordLogin.MECHANISM);
        }
    }

    private void onMessage(ChannelHandlerContext ctx, byte status, byte[] response)
            throws SaslException {
        SaslServer saslServer = server;
        if (saslServer == null) {
            String mechanism = new String(response, StandardCharsets.US_ASCII);
            if (status != START || !mechanism.equals(PasswordLogin.MECHANISM)) {
                throw new SaslException("the client requests another mechanism");
            }
            server = login.createServer();
            return; // the client's first response follows; it is empty
        }
        if (status != OK && status != COMPLETE) {
            throw new SaslException("the client aborted the login");
        }
        byte[] answer = saslServer.evaluateResponse(response);
        boolean complete = saslServer.isComplete();
        ctx.writeAndFlush(encodeMessage(complete ? COMPLETE : OK, answer));
        if (complete) {
            ended = true;
            saslServer.dispose();
            ctx.pipeline().remove(this); // passes on the bytes that follow the login
            gate.onRequest();
            gate.onAnswered();
        }
    }

    private static ByteBuf encodeMessage(byte status, byte @Nullable [] text) {
        byte[] bytes = text == null ? new byte[0] : text;
        return Unpooled.buffer(HEADER_BYTES + bytes.length)
                .writeByte(status)
                .writeInt(bytes.length)
                .writeBytes(bytes);
    }

    private void logFailure(ChannelHandlerContext ctx, String reason) {
        failedLoginLog.onFailure(String.valueOf(ctx.channel().remoteAddress()), reason);
    }

    private void rejectLogin(ChannelHandlerContext ctx, String reason) {
        ended = true;
        logFailure(ctx, reason);
        ctx.writeAndFlush(encodeMessage(BAD, reason.getBytes(StandardCharsets.UTF_8)))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        ScheduledFuture<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }
}
