package io.eyewall.local.drpc;

import io.eyewall.local.net.ThriftMessages;
import io.eyewall.local.net.ThriftService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.storm.generated.DistributedRPCInvocations;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.TProcessor;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.transport.TMemoryBuffer;

/**
 * DRPC's topologies by Thrift: the service {@code DistributedRPCInvocations}. Any thread may call.
 */
final class InvocationsThrift implements ThriftService {
    private static final int USUAL_BYTES = 256;

    private final TProcessor processor;
    private final Executor threadPool;
    private final int maxBytes;

    /**
     * @param threadPool calls the service, whose authorizer may block
     * @param maxBytes of a message
     */
    InvocationsThrift(DrpcService service, Executor threadPool, int maxBytes) {
        this.processor = new DistributedRPCInvocations.Processor<>(service);
        this.threadPool = threadPool;
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletableFuture<byte[]> answer(byte[] message) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        threadPool.execute(
                () -> {
                    try {
                        answer.complete(process(message));
                    } catch (TException | RuntimeException | Error e) { // no message of ours
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    private byte[] process(byte[] message) throws TException {
        TMemoryBuffer answer = new TMemoryBuffer(USUAL_BYTES);
        processor.process(ThriftMessages.reader(message, maxBytes), new TBinaryProtocol(answer));
        return ThriftMessages.bytes(answer);
    }
}
