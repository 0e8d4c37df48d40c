package io.eyewall.engine.memory;

import io.eyewall.engine.fixture.Engines;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CollectionListenerTest {
    @Test
    void tellsOfCollections() {
        AtomicInteger told = new AtomicInteger();
        HeapPressure pressure = new HeapPressure(told::incrementAndGet);
        GarbageCollectionListener listener = GarbageCollectionListener.open(pressure);
        try {
            System.gc();

            Engines.until("told", () -> told.get() > 0);
        } finally {
            listener.close();
        }
    }
}
