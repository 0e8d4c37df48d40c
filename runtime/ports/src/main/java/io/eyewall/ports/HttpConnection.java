package io.eyewall.ports;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.shade.io.netty.buffer.ByteBuf;
import org.apache.storm.shade.io.netty.buffer.Unpooled;
import org.apache.storm.shade.io.netty.channel.ChannelFutureListener;
import org.apache.storm.shade.io.netty.channel.ChannelHandlerContext;
import org.apache.storm.shade.io.netty.channel.SimpleChannelInboundHandler;
import org.apache.storm.shade.io.netty.channel.socket.SocketChannel;
import org.apache.storm.shade.io.netty.handler.codec.DecoderResult;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.DefaultHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.FullHttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpHeaderValues;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpMethod;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpObject;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpRequest;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponse;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpUtil;
import org.apache.storm.shade.io.netty.handler.codec.http.HttpVersion;
import org.apache.storm.shade.io.netty.handler.codec.http.LastHttpContent;
import org.apache.storm.shade.io.netty.handler.codec.http.TooLongHttpHeaderException;
import org.apache.storm.shade.io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's HTTP connection: collects a request, lets the service answer it, and continues with
 * the next. A rejected request ends the connection, but the rest of the request is read and dropped
 * for some time: closing immediately would discard the answer for a client that is still sending.
 * Used by the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    /**
     * The rest of a request that was too slow is read for the time {@link PortLimits#patienceMs}
     * divided by this number.
     */
    private static final int SLOW_REQUEST_DIVISOR = 10;

    private final PortLimits limits;
    private final ConnectionGuard guard;
    private final ConnectionGuard.RequestGate gate;
    private final HttpService service;

    /** The request that is being received or answered; null between two requests. */
    private @Nullable HttpRequest request;

    private @Nullable HttpHead head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable CompletableFuture<HttpAnswer> pendingAnswer;
    private boolean rejected;

    HttpConnection(
            PortLimits limits,
            ConnectionGuard guard,
            ConnectionGuard.RequestGate gate,
            HttpService service) {
        this.limits = limits;
        this.guard = guard;
        this.gate = gate;
        this.service = service;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (!rejected && message.decoderResult().isFailure()) {
            reject(ctx, decodingError(message.decoderResult()));
        }
        if (!rejected && message instanceof HttpRequest received) {
            onHead(ctx, received);
        }
        if (!rejected && message instanceof HttpContent content) {
            onContent(ctx, content);
        }
        if (rejected && message instanceof LastHttpContent) {
            ctx.close(); // after the answer, which was already written
        }
    }

    private static HttpAnswer decodingError(DecoderResult result) {
        Throwable cause = result.cause();
        if (cause instanceof TooLongHttpLineException) {
            return HttpAnswer.error(
                    414,
                    "URI Too Long",
                    "more than " + HttpPort.MAX_LINE_BYTES + " bytes; send arguments by POST");
        } else if (cause instanceof TooLongHttpHeaderException) {
            return HttpAnswer.error(
                    431,
                    "Request Header Fields Too Large",
                    "more than " + HttpPort.MAX_HEADER_BYTES + " bytes of headers");
        }
        return HttpAnswer.error(400, "Bad Request", "not HTTP: " + cause.getMessage());
    }

    private void onHead(ChannelHandlerContext ctx, HttpRequest received) {
        request = received;
        HttpAnswer rejection = findProtocolError(received);
        if (rejection == null) {
            head = toHead(received);
            rejection = service.refuse(head);
        }
        if (rejection != null) {
            reject(ctx, rejection);
        } else if (HttpUtil.is100ContinueExpected(received)) {
            ctx.writeAndFlush(
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            HttpResponseStatus.CONTINUE,
                            Unpooled.EMPTY_BUFFER));
        }
    }

    /** Returns the error of a malformed request, or null. */
    private @Nullable HttpAnswer findProtocolError(HttpRequest received) {
        String expected = received.headers().get(HttpHeaderNames.EXPECT);
        if (received.protocolVersion().majorVersion() != 1) {
            return HttpAnswer.error(
                    505, "HTTP Version Not Supported", received.protocolVersion().text());
        } else if (!received.uri().startsWith("/")) {
            return HttpAnswer.error(400, "Bad Request", "the request's target must begin with /");
        } else if (!hasValidHost(received)) {
            return HttpAnswer.error(400, "Bad Request", "exactly one Host header is expected");
        } else if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
            return HttpAnswer.error(417, "Expectation Failed", expected);
        } else if (!hasDefinedEnd(received)) {
            return HttpAnswer.error(
                    501,
                    "Not Implemented",
                    "the only supported transfer encoding is 'chunked', in HTTP/1.1");
        } else if (HttpUtil.getContentLength(received, 0L) > limits.requestBytes()) {
            return tooLargeError();
        }
        return null;
    }

    /**
     * Returns whether the transfer encoding defines the end of the body, so that a proxy in front
     * of this server can't disagree with this server's decoder.
     */
    private static boolean hasDefinedEnd(HttpRequest received) {
        List<String> encodings = received.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return encodings.isEmpty()
                || (encodings.size() == 1
                        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))
                        && received.protocolVersion().minorVersion() > 0);
    }

    /**
     * Returns whether the request has one Host header; HTTP/1.0 needs none (RFC 9112, section 3.2).
     */
    private static boolean hasValidHost(HttpRequest received) {
        int hostHeaders = received.headers().getAll(HttpHeaderNames.HOST).size();
        return hostHeaders == 1
                || (hostHeaders == 0 && received.protocolVersion().minorVersion() == 0);
    }

    private HttpAnswer tooLargeError() {
        return HttpAnswer.error(
                413,
                "Too Large",
                "more than "
                        + limits.requestBytes()
                        + " bytes in the body; the server's limit has to be raised");
    }

    private static HttpHead toHead(HttpRequest received) {
        String target = received.uri();
        int query = target.indexOf('?');
        return new HttpHead(
                received.method().name(),
                query < 0 ? target : target.substring(0, query),
                query < 0 ? "" : target.substring(query + 1),
                name -> received.headers().get(name));
    }

    private void onContent(ChannelHandlerContext ctx, HttpContent content) {
        ByteBuf bytes = content.content();
        if (body.size() + bytes.readableBytes() > limits.requestBytes()) {
            reject(ctx, tooLargeError());
            return;
        }
        byte[] piece = new byte[bytes.readableBytes()];
        bytes.readBytes(piece);
        body.writeBytes(piece);
        if (content instanceof LastHttpContent) {
            onCompleteRequest(ctx);
        }
    }

    private void onCompleteRequest(ChannelHandlerContext ctx) {
        HttpHead requestHead = head;
        if (requestHead == null) {
            return; // can't happen: a head precedes each body
        }
        gate.onRequest();
        byte[] requestBody = body.toByteArray();
        body = new ByteArrayOutputStream();
        CompletableFuture<HttpAnswer> future = service.answer(requestHead, requestBody);
        pendingAnswer = future;
        var unused =
                future.whenComplete(
                        (answer, failure) ->
                                ctx.executor().execute(() -> onAnswer(ctx, answer, failure)));
    }

    private static HttpAnswer internalError(@Nullable Throwable failure) {
        LOG.warn("An HTTP request could not be answered", failure);
        return HttpAnswer.error(500, "Internal Error", String.valueOf(failure));
    }

    private void onAnswer(
            ChannelHandlerContext ctx,
            @Nullable HttpAnswer serviceAnswer,
            @Nullable Throwable failure) {
        HttpRequest answeredRequest = request;
        if (rejected || answeredRequest == null) {
            return; // the client has disconnected
        }
        HttpAnswer answer = serviceAnswer != null ? serviceAnswer : internalError(failure);
        request = null;
        head = null;
        pendingAnswer = null;
        try {
            if (answer.body() instanceof HttpBody.Pieces pieces) {
                startStream(ctx, answeredRequest, answer, pieces);
            } else if (answer.body() instanceof HttpBody.Whole whole) {
                sendWhole(ctx, answeredRequest, answer, whole.bytes());
            }
        } catch (RuntimeException e) { // such as a header value with a line break
            LOG.warn("An HTTP answer could not be sent", e);
            ctx.close();
        }
    }

    private void sendWhole(
            ChannelHandlerContext ctx,
            HttpRequest answeredRequest,
            HttpAnswer answer,
            byte[] bytes) {
        if (!guard.tryHold(bytes.length)) {
            reject(ctx, overloadedError());
            return;
        }
        boolean keepAlive = HttpUtil.isKeepAlive(answeredRequest);
        ctx.writeAndFlush(toResponse(answeredRequest, answer, bytes, keepAlive))
                .addListener(
                        written -> {
                            if (keepAlive) {
                                gate.onAnswered();
                            } else {
                                ctx.close();
                            }
                        });
    }

    /** Starts a stream, which uses the connection alone from now on. */
    private void startStream(
            ChannelHandlerContext ctx,
            HttpRequest answeredRequest,
            HttpAnswer answer,
            HttpBody.Pieces pieces) {
        HttpResponse response =
                new DefaultHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()));
        setHeaders(response, answer);
        response.headers().set(HttpHeaderNames.CONNECTION, "close");
        if (answeredRequest.method().equals(HttpMethod.HEAD)) {
            ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (answeredRequest
                .protocolVersion()
                .isKeepAliveDefault()) { // else the end of the connection ends the body
            HttpUtil.setTransferEncodingChunked(response, true);
        }
        ctx.writeAndFlush(response);
        pieces.onOpen().accept(new HttpStream(ctx.channel()));
    }

    private static HttpAnswer overloadedError() {
        return HttpAnswer.error(
                503,
                "Overloaded",
                "the requests in progress occupy too many bytes; try again later");
    }

    /** Sends an error and accepts no more requests. */
    private void reject(ChannelHandlerContext ctx, HttpAnswer rejection) {
        reject(ctx, rejection, limits.patienceMs());
    }

    /**
     * Sends an error and accepts no more requests.
     *
     * @param drainMs the time for which data of the client are still read and dropped
     */
    private void reject(ChannelHandlerContext ctx, HttpAnswer rejection, long drainMs) {
        rejected = true;
        body = new ByteArrayOutputStream();
        guard.onRejected(drainMs);
        byte[] bytes =
                rejection.body() instanceof HttpBody.Whole whole ? whole.bytes() : new byte[0];
        ctx.writeAndFlush(toResponse(request, rejection, bytes, false))
                .addListener(
                        (ChannelFutureListener)
                                written -> {
                                    if (ctx.channel() instanceof SocketChannel socket) {
                                        socket.shutdownOutput();
                                    }
                                });
    }

    private static FullHttpResponse toResponse(
            @Nullable HttpRequest answeredRequest,
            HttpAnswer answer,
            byte[] bytes,
            boolean keepAlive) {
        boolean bodiless =
                answeredRequest != null && answeredRequest.method().equals(HttpMethod.HEAD);
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.valueOf(answer.status()),
                        bodiless ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
        setHeaders(response, answer);
        if (answer.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
            response.headers().remove(HttpHeaderNames.CONTENT_TYPE); // there is no content
        } else {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        }
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, "close");
        } else if (answeredRequest != null
                && !answeredRequest.protocolVersion().isKeepAliveDefault()) {
            response.headers().set(HttpHeaderNames.CONNECTION, "keep-alive");
        }
        return response;
    }

    private static void setHeaders(HttpResponse response, HttpAnswer answer) {
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff");
        answer.headers().forEach((name, value) -> response.headers().set(name, value));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof ConnectionGuard.LimitEvent limitEvent)) {
            ctx.fireUserEventTriggered(event);
            return;
        }
        switch (limitEvent) {
            case IDLE -> ctx.close();
            case TOO_SLOW ->
                    reject(
                            ctx,
                            HttpAnswer.error(
                                    408,
                                    "Request Timeout",
                                    "the request was not complete after "
                                            + limits.patienceMs()
                                            + " ms"),
                            limits.patienceMs() / SLOW_REQUEST_DIVISOR);
            case OVER_BUDGET -> reject(ctx, overloadedError());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        rejected = true;
        if (pendingAnswer != null) {
            pendingAnswer.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("Connection of {} ended", ctx.channel().remoteAddress(), cause);
        ctx.close();
    }
}
