/**
 * The view of runtime and services on a topology's snapshots, which the toolkit takes: a report, an
 * order for one, and a check whether saved state fits a topology. docs/guides/snapshots.md
 * describes them.
 */
@NullMarked
package io.eyewall.topology.snapshot;

import org.jspecify.annotations.NullMarked;
