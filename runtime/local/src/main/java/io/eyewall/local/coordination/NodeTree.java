package io.eyewall.local.coordination;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException;
import org.apache.storm.shade.org.apache.zookeeper.KeeperException.Code;
import org.apache.storm.shade.org.apache.zookeeper.data.Stat;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.storm.shade.org.apache.zookeeper.proto.GetDataResponse;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with data under paths such as {@code /transactional/words/coordinator}; create, set, get,
 * delete and list behave as in ZooKeeper. A change is in the journal before it is visible. Any
 * thread may call; one lock guards the tree.
 *
 * <p>Versions start at 0 when the tree is opened: they are not in the journal, because no process
 * compares its versions with those of an earlier process.
 */
final class NodeTree implements AutoCloseable {
    /** Stores changes beyond the lifetime of the tree. */
    interface Journal extends AutoCloseable {
        /**
         * Records that a node is created or gets new data.
         *
         * @throws IOException if the change could not be stored; the tree then does not apply it
         */
        void put(String path, byte @Nullable [] data) throws IOException;

        /**
         * Records that a node is deleted.
         *
         * @throws IOException as for {@link #put}
         */
        void delete(String path) throws IOException;

        @Override
        void close() throws IOException;
    }

    private static final class Node {
        private byte @Nullable [] data;
        private final long createdZxid;
        private long changedZxid;
        private int version;
        private int childrenVersion;

        Node(byte @Nullable [] data, long createdZxid) {
            this.data = data;
            this.createdZxid = createdZxid;
            this.changedZxid = createdZxid;
        }
    }

    /** ZooKeeper's number for a change whatever the node's version. */
    private static final int ANY_VERSION = -1;

    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private final Journal journal;

    /** ZooKeeper's zxid: the number of the last change. */
    private long lastZxid;

    /** Returns an empty tree without a journal. */
    static NodeTree inMemory() {
        return new NodeTree(
                new Journal() {
                    @Override
                    public void put(String path, byte @Nullable [] data) {}

                    @Override
                    public void delete(String path) {}

                    @Override
                    public void close() {}
                });
    }

    /** Creates an empty tree whose changes go to {@code journal}. */
    NodeTree(Journal journal) {
        this.journal = journal;
        nodes.put("", new Node(null, 0));
    }

    /** Adds a node that is already in the journal, after its parents. For opening a tree. */
    synchronized void restore(String path, byte @Nullable [] data) {
        Node node = nodes.get(path);
        if (node == null) {
            nodes.put(path, new Node(data, lastZxid));
        } else {
            node.data = data;
        }
    }

    /** Returns the number of the last change. */
    synchronized long lastZxid() {
        return lastZxid;
    }

    /**
     * Creates a node.
     *
     * @throws KeeperException NONODE without a parent, NODEEXISTS, BADARGUMENTS for a malformed
     *     path
     * @throws IOException from the journal
     */
    synchronized Stat create(String path, byte @Nullable [] data)
            throws KeeperException, IOException {
        String key = keyOf(path);
        if (nodes.containsKey(key)) {
            throw KeeperException.create(Code.NODEEXISTS, path);
        }
        Node parent = nodes.get(parentOf(key));
        if (parent == null) {
            throw KeeperException.create(Code.NONODE, path);
        }
        journal.put(key, data);
        Node node = new Node(data, ++lastZxid);
        nodes.put(key, node);
        parent.childrenVersion++;
        return stat(key, node);
    }

    /**
     * Replaces a node's data.
     *
     * @param version the version that the node must have, or {@link #ANY_VERSION}
     * @throws KeeperException NONODE, BADVERSION, BADARGUMENTS
     * @throws IOException from the journal
     */
    synchronized Stat set(String path, byte @Nullable [] data, int version)
            throws KeeperException, IOException {
        String key = keyOf(path);
        Node node = requireNode(key, path);
        requireVersion(node, version, path);
        journal.put(key, data);
        node.data = data;
        node.version++;
        node.changedZxid = ++lastZxid;
        return stat(key, node);
    }

    /**
     * Removes a node.
     *
     * @param version the version that the node must have, or {@link #ANY_VERSION}
     * @throws KeeperException NONODE, NOTEMPTY, BADVERSION, BADARGUMENTS
     * @throws IOException from the journal
     */
    synchronized void delete(String path, int version) throws KeeperException, IOException {
        String key = keyOf(path);
        Node node = requireNode(key, path);
        requireVersion(node, version, path);
        if (key.isEmpty()) {
            throw KeeperException.create(Code.BADARGUMENTS, path);
        }
        if (!childNames(key).isEmpty()) {
            throw KeeperException.create(Code.NOTEMPTY, path);
        }
        journal.delete(key);
        nodes.remove(key);
        lastZxid++;
        Node parent = nodes.get(parentOf(key));
        if (parent != null) {
            parent.childrenVersion++;
        }
    }

    /**
     * Returns a node's data and statistics.
     *
     * @throws KeeperException NONODE, BADARGUMENTS
     */
    synchronized GetDataResponse get(String path) throws KeeperException {
        String key = keyOf(path);
        Node node = requireNode(key, path);
        return new GetDataResponse(node.data, stat(key, node));
    }

    /**
     * Returns the names of a node's children, sorted, and the node's statistics.
     *
     * @throws KeeperException NONODE, BADARGUMENTS
     */
    synchronized GetChildren2Response children(String path) throws KeeperException {
        String key = keyOf(path);
        Node node = requireNode(key, path);
        return new GetChildren2Response(childNames(key), stat(key, node));
    }

    /** Closes the journal; nothing may be called after that. */
    @Override
    public synchronized void close() throws IOException {
        journal.close();
    }

    private Node requireNode(String key, String path) throws KeeperException {
        Node node = nodes.get(key);
        if (node == null) {
            throw KeeperException.create(Code.NONODE, path);
        }
        return node;
    }

    private static void requireVersion(Node node, int version, String path) throws KeeperException {
        if (version != ANY_VERSION && version != node.version) {
            throw KeeperException.create(Code.BADVERSION, path);
        }
    }

    private List<String> childNames(String key) {
        List<String> names = new ArrayList<>();
        String prefix = key + "/";
        // All paths with the prefix sort before the key followed by the character after the slash.
        for (String path : nodes.subMap(prefix, key + (char) ('/' + 1)).keySet()) {
            if (path.indexOf('/', prefix.length()) < 0) {
                names.add(path.substring(prefix.length()));
            }
        }
        return names;
    }

    private Stat stat(String key, Node node) {
        Stat stat = new Stat();
        stat.setCzxid(node.createdZxid);
        stat.setMzxid(node.changedZxid);
        stat.setPzxid(node.changedZxid);
        stat.setVersion(node.version);
        stat.setCversion(node.childrenVersion);
        stat.setDataLength(node.data == null ? 0 : node.data.length);
        stat.setNumChildren(childNames(key).size());
        return stat;
    }

    /**
     * Returns the map's key of a path. The root's key is the empty string, so that every node's
     * parent is the part before its last slash.
     */
    private static String keyOf(String path) throws KeeperException {
        if (path == null || !path.startsWith("/") || path.contains("//")) {
            throw KeeperException.create(Code.BADARGUMENTS, String.valueOf(path));
        }
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static String parentOf(String key) {
        int slash = key.lastIndexOf('/');
        return slash < 0 ? "" : key.substring(0, slash);
    }
}
