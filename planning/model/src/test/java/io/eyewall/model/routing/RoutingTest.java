package io.eyewall.model.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoutingTest {
    @Test
    void tasksOfOneKeyAreThoseToWhichItsHashLeads() {
        for (int senders = 1; senders <= 6; senders++) {
            for (int receivers = 1; receivers <= 6; receivers++) {
                boolean[][] leads = new boolean[senders][receivers];
                for (int hash = 0; hash < senders * receivers; hash++) {
                    leads[hash % senders][hash % receivers] = true;
                }
                for (int from = 0; from < senders; from++) {
                    for (int to = 0; to < receivers; to++) {
                        assertThat(Routing.isSameKey(from, senders, to, receivers))
                                .as("%d of %d to %d of %d", from, senders, to, receivers)
                                .isEqualTo(leads[from][to]);
                    }
                }
            }
        }
    }
}
