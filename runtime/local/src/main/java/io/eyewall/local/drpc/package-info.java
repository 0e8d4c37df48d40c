/**
 * Distributed remote procedure calls: clients' requests wait here until a topology's {@code
 * DRPCSpout} fetches them and its {@code ReturnResults} delivers the results. {@link
 * io.eyewall.local.drpc.DrpcService} serves this process, {@link io.eyewall.local.drpc.DrpcServer}
 * serves other processes. Any thread may call.
 */
@NullMarked
package io.eyewall.local.drpc;

import org.jspecify.annotations.NullMarked;
