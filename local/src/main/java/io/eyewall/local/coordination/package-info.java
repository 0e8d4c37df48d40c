/**
 * The coordination state of Trident (which batch is next, what its spouts read) without ZooKeeper.
 *
 * <p>Storm's own {@code TransactionalState} reaches it as it reaches a ZooKeeper: over ZooKeeper's
 * wire protocol, on the loopback interface. Behind that is a small tree of nodes, in memory or with
 * a log on disk. Each connection has a daemon thread; the tree has a lock. Uses the protocol's
 * records from storm-client's shaded ZooKeeper, and our configuration keys; no other package of
 * ours.
 */
@NullMarked
package io.eyewall.local.coordination;

import org.jspecify.annotations.NullMarked;
