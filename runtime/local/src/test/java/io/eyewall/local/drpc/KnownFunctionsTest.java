package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownFunctionsTest {
    private final KnownFunctions known = new KnownFunctions(30_000);

    @Test
    void isServedWhileItIsAskedFor() {
        assertThat(known.isServed("f")).isFalse();
        known.onPoll("f");
        assertThat(known.isServed("f")).isTrue();
        known.onSweep(30_000);
        known.onPoll("f");
        known.onSweep(30_000);
        assertThat(known.isServed("f")).isTrue();
        known.onSweep(1);
        assertThat(known.isServed("f")).isFalse();
    }

    @Test
    void isServedWhileARequestOfItIsWorkedOn() {
        DrpcRequests requests = new DrpcRequests(600_000);
        DrpcRequests.Request request = requests.submit("f", "x");
        known.onPoll("f");
        known.onRequestFetched(request);
        known.onSweep(500_000);
        assertThat(known.isServed("f")).isTrue();
        DrpcRequests.complete(request, "y");
        known.onSweep(1000);
        assertThat(known.isServed("f")).isFalse();
    }

    @Test
    void startingEndsSomeTimeAfterTheFirstFunction() {
        known.onSweep(1000);
        assertThat(known.isStarting()).isTrue();
        known.onPoll("f");
        known.onSweep(4999);
        assertThat(known.isStarting()).isTrue();
        known.onSweep(1);
        assertThat(known.isStarting()).isFalse();
    }

    @Test
    void startingEndsWhereNothingIsServed() {
        known.onSweep(29_999);
        assertThat(known.isStarting()).isTrue();
        known.onSweep(1);
        assertThat(known.isStarting()).isFalse();
    }

    @Test
    void namesWithoutEndAreNotKept() {
        known.onPoll("x".repeat(KnownFunctions.MAX_NAME_LENGTH + 1));
        for (int i = 0; i < 20_000; i++) {
            known.onPoll("f" + i);
        }
        assertThat(known.isServed("x".repeat(KnownFunctions.MAX_NAME_LENGTH + 1))).isFalse();
        assertThat(known.isServed("f0")).isTrue();
        assertThat(known.isServed("f19999")).isFalse();
        assertThat(known.unknownFunctionMessage("y".repeat(500)))
                .contains("'" + "y".repeat(100) + "...'", "served now: f0, ")
                .hasSizeLessThan(1000);
    }
}
