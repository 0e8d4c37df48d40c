/**
 * Computes the pages of Storm's UI for a topology, a component or a supervisor from executors'
 * statistics (Storm: stats/StatsUtil.java and daemon/nimbus/Nimbus.java of storm-server). Pure
 * functions; any thread may call.
 */
@NullMarked
package io.eyewall.local.page;

import org.jspecify.annotations.NullMarked;
