/**
 * Distributed remote procedure calls: clients' requests wait here until a topology's {@code
 * DRPCSpout} fetches them and its {@code ReturnResults} brings the result. In this process by
 * {@link io.eyewall.local.drpc.DrpcService}. Any thread may call anything.
 */
@NullMarked
package io.eyewall.local.drpc;

import org.jspecify.annotations.NullMarked;
