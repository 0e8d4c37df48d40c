package io.eyewall.toolkit.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.storm.shade.io.netty.channel.socket.ChannelInputShutdownEvent;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.FullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMethod;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequest;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpUtil;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpVersion;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;
import org.apache.storm.shade.io.netty.util.ReferenceCountUtil;
import org.apache.storm.shade.io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one client. It receives a request, answers it, and only then receives the next
 * one. A refused request is read to its end and discarded. The server's thread calls all methods
 * but {@link #answer}, which any thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty reports the end of a connection by events
final class RequestConnection extends ChannelInboundHandlerAdapter {
    private final HttpReader server;
    private final HttpLimits limits;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Future<?> deadline;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private RequestBody encoding = RequestBody.UNENCODED;

    /** The status with which the current request is refused; 0 if it is not. */
    private int refusedStatus;

    /** Whether a request was read to its end and its answer was not sent yet. */
    private boolean isAnswering;

    /** Whether the client sends nothing more. */
    private boolean isInputClosed;

    /** Whether the connection is to be closed after the answer to the current request. */
    private volatile boolean closesAfterAnswer;

    RequestConnection(HttpReader server) {
        this.server = server;
        this.limits = server.limits();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        startDeadline(limits.headerMs(), ctx::close);
        ctx.read();
    }

    /** Starts a time limit in place of the current one. */
    private void startDeadline(long limitMs, Runnable onExpiry) {
        cancelDeadline();
        ChannelHandlerContext openContext = context;
        if (openContext != null) {
            deadline = openContext.executor().schedule(onExpiry, limitMs, TimeUnit.MILLISECONDS);
        }
    }

    private void cancelDeadline() {
        Future<?> running = deadline;
        deadline = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        try {
            if (message instanceof HttpRequest request) {
                beginRequest(ctx, request);
            }
            if (message instanceof HttpContent content) {
                appendToBody(content.content());
                if (message instanceof LastHttpContent) {
                    endRequest();
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
        if (!isAnswering) {
            ctx.read();
        }
    }

    private void beginRequest(ChannelHandlerContext ctx, HttpRequest request) {
        startDeadline(limits.bodyMs(), ctx::close);
        body = new ByteArrayOutputStream();
        closesAfterAnswer = !HttpUtil.isKeepAlive(request);
        if (!request.decoderResult().isSuccess()) {
            closesAfterAnswer = true;
            refusedStatus = 400;
            endRequest(); // no body follows
            return;
        } else if (!request.method().equals(HttpMethod.POST)) {
            refusedStatus = 405;
        } else if (!isAuthorized(request)) {
            refusedStatus = 401;
        } else if (isFromWebPage(request)) {
            refusedStatus = 403;
        } else {
            RequestBody parsed = RequestBody.fromHeaders(request);
            refusedStatus = parsed == null ? 415 : 0;
            encoding = parsed == null ? RequestBody.UNENCODED : parsed;
        }
        if (HttpUtil.is100ContinueExpected(request)) {
            if (refusedStatus == 0
                    && HttpUtil.getContentLength(request, 0L) <= limits.bodyBytes()) {
                ctx.writeAndFlush(emptyResponse(HttpResponseStatus.CONTINUE));
            } else {
                closesAfterAnswer = true; // the client sends no body
                refusedStatus = refusedStatus == 0 ? 413 : refusedStatus;
                endRequest();
            }
        }
    }

    /**
     * Returns whether a web page in a browser has sent the request, if the server has no token.
     * Such requests are refused, because any web page can make a browser post to this machine.
     * Browsers add the header {@code Origin} to a post; other programs do not.
     */
    private boolean isFromWebPage(HttpRequest request) {
        return server.authorization().length == 0
                && request.headers().contains(HttpHeaderNames.ORIGIN);
    }

    private boolean isAuthorized(HttpRequest request) {
        byte[] required = server.authorization();
        String received = request.headers().get(HttpHeaderNames.AUTHORIZATION);
        return required.length == 0
                || (received != null
                        && MessageDigest.isEqual(
                                received.getBytes(StandardCharsets.UTF_8), required));
    }

    private void appendToBody(ByteBuf bytes) throws IOException {
        if (refusedStatus == 0 && body.size() + bytes.readableBytes() > limits.bodyBytes()) {
            refusedStatus = 413;
            body = new ByteArrayOutputStream();
        }
        if (refusedStatus == 0) {
            bytes.readBytes(body, bytes.readableBytes());
        }
    }

    private void endRequest() {
        if (isAnswering) {
            return; // already answered
        }
        isAnswering = true;
        cancelDeadline();
        Integer status =
                refusedStatus == 0 ? receive(body.toByteArray()) : Integer.valueOf(refusedStatus);
        body = new ByteArrayOutputStream();
        if (status != null) {
            answer(status);
        }
    }

    /**
     * Returns the status to answer at once, or null if the answer follows when the message is done.
     */
    private @Nullable Integer receive(byte[] sent) {
        try {
            byte[] decoded = encoding.decode(sent, limits.bodyBytes());
            return decoded == null ? Integer.valueOf(413) : server.receive(decoded, this);
        } catch (IOException e) {
            return 400; // the body does not match its headers
        }
    }

    /** Starts the time limit of the answer to a message. */
    void startAnswerLimit(HttpReader.Message message) {
        startDeadline(limits.answerMs(), message::expire);
    }

    /** Answers the current request. Any thread may call this, once per request. */
    void answer(int status) {
        ChannelHandlerContext openContext = context;
        if (openContext == null || !openContext.channel().isActive()) {
            return; // the client is gone
        }
        FullHttpResponse response = emptyResponse(HttpResponseStatus.valueOf(status));
        HttpUtil.setContentLength(response, 0);
        HttpUtil.setKeepAlive(response, !closesAfterAnswer);
        openContext
                .writeAndFlush(response)
                .addListener(
                        (ChannelFutureListener)
                                written -> {
                                    if (closesAfterAnswer || !written.isSuccess()) {
                                        openContext.close();
                                    } else {
                                        isAnswering = false;
                                        startDeadline(limits.idleMs(), openContext::close);
                                        openContext.read();
                                        closeIfFinished(openContext);
                                    }
                                });
    }

    private static FullHttpResponse emptyResponse(HttpResponseStatus status) {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
    }

    /** Handles the end of the client's input; the client may still wait for answers. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            isInputClosed = true;
            closeIfFinished(ctx);
        }
        super.userEventTriggered(ctx, event);
    }

    /** Closes the connection if the client sends nothing more and its requests are answered. */
    private void closeIfFinished(ChannelHandlerContext ctx) {
        if (isInputClosed && !isAnswering) {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelDeadline();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close(); // this client is gone or does not send HTTP; others are served
    }
}
