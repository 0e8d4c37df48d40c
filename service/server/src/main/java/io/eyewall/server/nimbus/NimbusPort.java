package io.eyewall.server.nimbus;

import io.eyewall.local.VisibleText;
import io.eyewall.ports.IoThreads;
import io.eyewall.ports.PortLimits;
import io.eyewall.ports.PortTakenException;
import io.eyewall.ports.TcpPort;
import io.eyewall.ports.ThriftMessages;
import io.eyewall.ports.ThriftPort;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.transport.TMemoryBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Thrift port at which Storm's clients call Nimbus. On this machine's loopback address clients
 * need no login, on others they need the token ({@link NimbusSettings}), because a client that
 * submits a topology runs code. A pool of threads calls Nimbus; a client whose call finds the queue
 * full is disconnected. Any thread may call.
 */
public final class NimbusPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NimbusPort.class);
    private static final int THREADS = 16;
    private static final int MAX_WAITING_CALLS = 256;
    private static final int MAX_CONNECTIONS = 512;

    /** The time in which a client must send a request completely, and read an answer. */
    private static final long REQUEST_LIMIT_MS = 30_000;

    /** The largest size of all requests and answers in progress together. */
    private static final long MAX_BYTES_IN_PROGRESS = 128 << 20;

    private static final int CLOSE_LIMIT_SECS = 5;
    private static final int INITIAL_ANSWER_BYTES = 256;

    private final IoThreads io;
    private final ThreadPoolExecutor threads;
    private final TcpPort port;

    private NimbusPort(IoThreads io, ThreadPoolExecutor threads, TcpPort port) {
        this.io = io;
        this.threads = threads;
        this.port = port;
    }

    /**
     * Opens the port.
     *
     * @param settings address and login
     * @param maxMessageBytes largest size of a message
     * @throws PortTakenException if the port is taken
     */
    public static NimbusPort listen(
            NimbusSettings settings, int maxMessageBytes, Nimbus.Iface nimbus)
            throws PortTakenException {
        Nimbus.Processor<Nimbus.Iface> processor = new Nimbus.Processor<>(reportingErrors(nimbus));
        ThreadPoolExecutor threads = startThreads();
        IoThreads io = new IoThreads("eyewall-nimbus-io");
        try {
            TcpPort port =
                    ThriftPort.listen(
                            settings.address(),
                            io,
                            new PortLimits(
                                    MAX_CONNECTIONS,
                                    REQUEST_LIMIT_MS,
                                    maxMessageBytes,
                                    MAX_BYTES_IN_PROGRESS),
                            settings.login(),
                            message -> answer(processor, message, maxMessageBytes, threads));
            return new NimbusPort(io, threads, port);
        } catch (PortTakenException | RuntimeException e) {
            io.close();
            threads.shutdown();
            throw e;
        }
    }

    private static ThreadPoolExecutor startThreads() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        1,
                        TimeUnit.MINUTES,
                        new ArrayBlockingQueue<>(MAX_WAITING_CALLS),
                        task -> {
                            Thread thread =
                                    new Thread(task, "eyewall-nimbus-" + number.getAndIncrement());
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static CompletableFuture<byte[]> answer(
            Nimbus.Processor<Nimbus.Iface> processor,
            byte[] message,
            int maxMessageBytes,
            ThreadPoolExecutor threads) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        try {
            threads.execute(
                    () -> {
                        try {
                            answer.complete(process(processor, message, maxMessageBytes));
                        } catch (TException
                                | RuntimeException
                                | Error e) { // such as a malformed message
                            answer.completeExceptionally(e);
                        }
                    });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    private static byte[] process(
            Nimbus.Processor<Nimbus.Iface> processor, byte[] message, int maxMessageBytes)
            throws TException {
        TMemoryBuffer out = new TMemoryBuffer(INITIAL_ANSWER_BYTES);
        processor.process(
                ThriftMessages.reader(message, maxMessageBytes), new TBinaryProtocol(out));
        return ThriftMessages.bytes(out);
    }

    /**
     * Makes Nimbus report runtime exceptions to clients; Thrift's generated code hides exceptions
     * that a call does not declare.
     */
    private static Nimbus.Iface reportingErrors(Nimbus.Iface nimbus) {
        return (Nimbus.Iface)
                Proxy.newProxyInstance(
                        NimbusPort.class.getClassLoader(),
                        new Class<?>[] {Nimbus.Iface.class},
                        (proxy, method, arguments) -> {
                            try {
                                return method.invoke(nimbus, arguments);
                            } catch (InvocationTargetException e) {
                                if (e.getCause() instanceof RuntimeException cause) {
                                    LOG.info(
                                            "{}: {}",
                                            method.getName(),
                                            VisibleText.of(cause.toString()));
                                    LOG.debug("its cause", cause);
                                    throw new TApplicationException(
                                            TApplicationException.INTERNAL_ERROR,
                                            method.getName() + ": " + printableMessage(cause));
                                }
                                throw e.getCause();
                            }
                        });
    }

    /**
     * Returns the message with control characters made visible, because Thrift logs it and it may
     * quote the client.
     */
    private static String printableMessage(RuntimeException cause) {
        return VisibleText.of(String.valueOf(cause.getMessage()));
    }

    /** Returns the port on which Nimbus listens. */
    public int port() {
        return port.port();
    }

    /**
     * Closes the port and all connections. Waits until the port is free, and for a limited time for
     * calls in progress.
     */
    @Override
    public void close() {
        port.close();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_LIMIT_SECS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
                if (!threads.awaitTermination(CLOSE_LIMIT_SECS, TimeUnit.SECONDS)) {
                    LOG.warn("{} calls of clients have not ended", threads.getActiveCount());
                }
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
        io.close();
    }
}
