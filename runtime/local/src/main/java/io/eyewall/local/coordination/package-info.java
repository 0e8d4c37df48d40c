/**
 * The coordination state of Trident (the next batch, and the positions of its spouts) without
 * ZooKeeper.
 *
 * <p>Storm's own {@code TransactionalState} connects to this state as to a ZooKeeper: over
 * ZooKeeper's wire protocol, on the loopback interface. Behind that is a small tree of nodes, in
 * memory or with a log on disk. Each connection has a daemon thread; the tree has a lock. The
 * package uses the protocol's records from storm-client's shaded ZooKeeper, and Eyewall's
 * configuration keys, but no other package of Eyewall.
 */
@NullMarked
package io.eyewall.local.coordination;

import org.jspecify.annotations.NullMarked;
