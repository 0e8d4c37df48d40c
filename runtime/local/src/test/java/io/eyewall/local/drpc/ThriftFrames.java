package io.eyewall.local.drpc;

import io.eyewall.ports.ThriftMessages;
import java.nio.ByteBuffer;
import org.apache.storm.generated.DistributedRPC;
import org.apache.storm.thrift.protocol.TMessage;
import org.apache.storm.thrift.protocol.TMessageType;
import org.apache.storm.thrift.protocol.TProtocol;

/** Frames of Thrift's binary protocol, as Storm's clients send and receive them. */
final class ThriftFrames {
    /** The first bytes of a message. */
    private static final int STRICT_CALL = 0x80010000 | TMessageType.CALL;

    private ThriftFrames() {}

    /** Returns a call of DRPC's {@code execute}. */
    static byte[] execute(String function, String args) throws Exception {
        return frame(
                ThriftMessages.write(
                        new TMessage("execute", TMessageType.CALL, 7),
                        new DistributedRPC.execute_args(function, args)));
    }

    static byte[] frame(byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /** Reads the next answer of {@code execute}; fails if it is not a result. */
    static String answer(RawClient client) throws Exception {
        int length = ByteBuffer.wrap(client.read(Integer.BYTES)).getInt();
        TProtocol in = ThriftMessages.reader(client.read(length), length);
        TMessage head = in.readMessageBegin();
        if (head.type != TMessageType.REPLY || head.seqid != 7) {
            throw new IllegalStateException("no reply: " + head);
        }
        DistributedRPC.execute_result result = new DistributedRPC.execute_result();
        result.read(in);
        return result.get_success();
    }

    /** Returns the beginning of a strict message that ends after the length of its name. */
    static byte[] messageWithNameOf(int length) {
        return ByteBuffer.allocate(2 * Integer.BYTES).putInt(STRICT_CALL).putInt(length).array();
    }
}
