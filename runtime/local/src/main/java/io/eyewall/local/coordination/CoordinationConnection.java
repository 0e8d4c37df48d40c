package io.eyewall.local.coordination;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import org.apache.storm.shade.org.apache.jute.BinaryInputArchive;
import org.apache.storm.shade.org.apache.jute.BinaryOutputArchive;
import org.apache.storm.shade.org.apache.jute.Record;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException.Code;
import org.apache.storm.shade.org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.storm.shade.org.apache.zookeeper.proto.ConnectRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.ConnectResponse;
import org.apache.storm.shade.org.apache.zookeeper.proto.Create2Response;
import org.apache.storm.shade.org.apache.zookeeper.proto.CreateRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.CreateResponse;
import org.apache.storm.shade.org.apache.zookeeper.proto.DeleteRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.ExistsRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.ExistsResponse;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetDataRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetDataResponse;
import org.apache.storm.shade.org.apache.zookeeper.proto.ReplyHeader;
import org.apache.storm.shade.org.apache.zookeeper.proto.RequestHeader;
import org.apache.storm.shade.org.apache.zookeeper.proto.SetDataRequest;
import org.apache.storm.shade.org.apache.zookeeper.proto.SetDataResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: reads requests and answers them in order, on a thread of its own, until
 * either side closes it.
 *
 * <p>The protocol (ZooKeeper: server/ZooKeeperServer.java, ClientCnxn.java): frames of a four-byte
 * length, big-endian, and that many bytes. The first frame each way is a connect request and its
 * response; then each request is a header (xid, type) and a record, and each response is a header
 * (xid, zxid, error), followed by a record unless there is an error.
 *
 * <p>Sessions never expire: nothing depends on their end, and a process that was suspended for a
 * while must be able to continue. Watches, ephemeral and sequential nodes, and transactions are
 * answered with UNIMPLEMENTED; Trident uses none of them.
 */
final class CoordinationConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinationConnection.class);

    /**
     * The longest frame, in bytes, that ZooKeeper accepts from a client by default
     * (jute.maxbuffer).
     */
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private static final int PASSWORD_BYTES = 16;
    private static final int PERSISTENT = 0;

    private final Socket socket;
    private final NodeTree tree;
    private final long newSessionId;

    /**
     * @param socket closed by {@link #run} when it ends
     * @param newSessionId the session id of a client that does not resume a session
     */
    CoordinationConnection(Socket socket, NodeTree tree, long newSessionId) {
        this.socket = socket;
        this.tree = tree;
        this.newSessionId = newSessionId;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            connect(in, out);
            while (answerRequest(in, out)) {
                // the next request
            }
        } catch (EOFException | SocketException e) {
            LOG.debug(
                    "A client of the coordination state disconnected without closing its session",
                    e);
        } catch (IOException | RuntimeException e) { // RuntimeException: malformed bytes
            LOG.warn(
                    "A client of the coordination state was disconnected; it may connect again", e);
        }
    }

    private void connect(DataInputStream in, DataOutputStream out) throws IOException {
        ConnectRequest request = new ConnectRequest();
        request.deserialize(readFrame(in), "connect");
        long session = request.getSessionId() == 0 ? newSessionId : request.getSessionId();
        ConnectResponse response =
                new ConnectResponse(
                        0, request.getTimeOut(), session, new byte[PASSWORD_BYTES], false);
        writeFrame(out, null, response);
    }

    /** Answers one request; returns false if it was the last. */
    private boolean answerRequest(DataInputStream in, DataOutputStream out) throws IOException {
        BinaryInputArchive frame = readFrame(in);
        RequestHeader header = new RequestHeader();
        header.deserialize(frame, "header");
        Record response = null;
        Code code = Code.OK;
        try {
            response = respond(header.getType(), frame);
        } catch (KeeperException e) {
            code = e.code();
        } catch (IOException e) {
            LOG.error("The coordination state could not be written to disk", e);
            code = Code.SYSTEMERROR;
        }
        ReplyHeader reply = new ReplyHeader(header.getXid(), tree.lastZxid(), code.intValue());
        writeFrame(out, reply, response);
        return header.getType() != OpCode.closeSession;
    }

    /** Carries out a request; returns null if the response has no record. */
    private @Nullable Record respond(int type, BinaryInputArchive frame)
            throws IOException, KeeperException {
        return switch (type) {
            case OpCode.ping, OpCode.closeSession, OpCode.auth -> null;
            case OpCode.create -> {
                CreateRequest request = createNode(frame);
                yield new CreateResponse(request.getPath());
            }
            case OpCode.create2 -> {
                CreateRequest request = createNode(frame);
                yield new Create2Response(request.getPath(), tree.get(request.getPath()).getStat());
            }
            case OpCode.delete -> {
                DeleteRequest request = readRequest(new DeleteRequest(), frame);
                tree.delete(request.getPath(), request.getVersion());
                yield null;
            }
            case OpCode.exists -> {
                ExistsRequest request = readRequest(new ExistsRequest(), frame);
                rejectIf(request.getWatch());
                yield new ExistsResponse(tree.get(request.getPath()).getStat());
            }
            case OpCode.getData -> {
                GetDataRequest request = readRequest(new GetDataRequest(), frame);
                GetDataResponse response = tree.get(request.getPath());
                // Checked after get: Curator asks to watch the node of the ensemble's
                // configuration, which does not exist here, and expects the error for a missing
                // node.
                rejectIf(request.getWatch());
                yield response;
            }
            case OpCode.setData -> {
                SetDataRequest request = readRequest(new SetDataRequest(), frame);
                yield new SetDataResponse(
                        tree.set(request.getPath(), request.getData(), request.getVersion()));
            }
            case OpCode.getChildren -> {
                GetChildrenRequest request = readRequest(new GetChildrenRequest(), frame);
                rejectIf(request.getWatch());
                yield new GetChildrenResponse(tree.children(request.getPath()).getChildren());
            }
            case OpCode.getChildren2 -> {
                GetChildren2Request request = readRequest(new GetChildren2Request(), frame);
                rejectIf(request.getWatch());
                yield tree.children(request.getPath());
            }
            default -> throw KeeperException.create(Code.UNIMPLEMENTED);
        };
    }

    private CreateRequest createNode(BinaryInputArchive frame) throws IOException, KeeperException {
        CreateRequest request = readRequest(new CreateRequest(), frame);
        rejectIf(request.getFlags() != PERSISTENT);
        tree.create(request.getPath(), request.getData());
        return request;
    }

    private static void rejectIf(boolean unsupported) throws KeeperException {
        if (unsupported) {
            throw KeeperException.create(Code.UNIMPLEMENTED);
        }
    }

    private static <R extends Record> R readRequest(R record, BinaryInputArchive frame)
            throws IOException {
        record.deserialize(frame, "request");
        return record;
    }

    private static BinaryInputArchive readFrame(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_FRAME_BYTES) {
            throw new IOException(
                    "a frame of "
                            + length
                            + " bytes arrived, expected 0 to "
                            + MAX_FRAME_BYTES
                            + "; is the client a ZooKeeper client?");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return BinaryInputArchive.getArchive(new ByteArrayInputStream(bytes));
    }

    private static void writeFrame(
            DataOutputStream out, @Nullable ReplyHeader header, @Nullable Record body)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
        archive.writeInt(0, "length"); // overwritten below
        if (header != null) {
            header.serialize(archive, "header");
        }
        if (body != null) {
            body.serialize(archive, "response");
        }
        byte[] frame = bytes.toByteArray();
        int length = frame.length - Integer.BYTES;
        for (int i = 0; i < Integer.BYTES; i++) {
            frame[i] = (byte) (length >>> (8 * (Integer.BYTES - 1 - i)));
        }
        out.write(frame); // in one call: with TCP_NODELAY each write is a packet
        out.flush();
    }
}
