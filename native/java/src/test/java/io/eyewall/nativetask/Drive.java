package io.eyewall.nativetask;

import io.eyewall.testkit.TopologyTestDriver;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs a topology whose tasks answer from other processes: until what they do has been seen. */
final class Drive {
    private Drive() {}

    static void until(TopologyTestDriver driver, BooleanSupplier seen) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        driver.runUntilIdle();
        while (!seen.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(
                        "not seen in 60 s; pending: "
                                + driver.pending().size()
                                + ", acked: "
                                + driver.acked().size());
            }
            LockSupport.parkNanos(100_000); // others have the processor
            driver.runUntilIdle();
        }
    }
}
