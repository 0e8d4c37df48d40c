/**
 * State of user code, which snapshots contain: values, lists and maps by key, for steps of flows
 * and for Storm's stateful bolts.
 */
@NullMarked
package io.eyewall.toolkit.state;

import org.jspecify.annotations.NullMarked;
