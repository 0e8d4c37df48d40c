package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.utils.Time;
import org.junit.jupiter.api.Test;

class DrpcRequestsTest {
    private static final long TIMEOUT_MS = 1000;

    private final DrpcRequests requests = new DrpcRequests(TIMEOUT_MS);

    private static void assertFailed(CompletableFuture<String> answer, DRPCExceptionType type) {
        assertThat(answer).isCompletedExceptionally();
        assertThatThrownBy(answer::join)
                .hasRootCauseInstanceOf(DRPCExecutionException.class)
                .rootCause()
                .satisfies(
                        e -> assertThat(((DRPCExecutionException) e).get_type()).isEqualTo(type));
    }

    @Test
    void handsOutEachRequestOnceInOrderOfItsFunction() {
        DrpcRequests.Request first = requests.submit("f", "1");
        DrpcRequests.Request other = requests.submit("g", "2");
        DrpcRequests.Request second = requests.submit("f", "3");

        assertThat(requests.fetch("f")).isSameAs(first);
        assertThat(requests.fetch("f")).isSameAs(second);
        assertThat(requests.fetch("f")).isNull();
        assertThat(requests.fetch("g")).isSameAs(other);
        assertThat(requests.fetch("unheard of")).isNull();
    }

    @Test
    void theFirstAnswerCounts() {
        DrpcRequests.Request request = requests.submit("f", "1");
        assertThat(requests.find(request.id())).isSameAs(request);

        DrpcRequests.complete(request, "answer");

        assertThat(requests.find(request.id())).isNull();
        DrpcRequests.fail(request, DrpcRequests.noResultException());
        assertThat(request.result()).isCompletedWithValue("answer");
    }

    @Test
    void nullIsNoAnswer() {
        DrpcRequests.Request request = requests.submit("f", "1");
        DrpcRequests.complete(request, null);
        assertFailed(request.result(), DRPCExceptionType.INTERNAL_ERROR);
    }

    @Test
    @SuppressWarnings("try") // time is simulated while it is open
    void timesOutWhetherFetchedOrNotAndForgetsBoth() {
        try (Time.SimulatedTime time = new Time.SimulatedTime()) {
            DrpcRequests.Request fetched = requests.submit("f", "1");
            assertThat(requests.fetch("f")).isSameAs(fetched);
            DrpcRequests.Request unfetched = requests.submit("f", "2");
            Time.advanceTime(TIMEOUT_MS - 1);
            DrpcRequests.Request later = requests.submit("f", "3");
            assertThat(requests.failTimedOut()).isZero();

            Time.advanceTime(1);

            assertThat(requests.failTimedOut()).isEqualTo(2);
            assertFailed(fetched.result(), DRPCExceptionType.SERVER_TIMEOUT);
            assertFailed(unfetched.result(), DRPCExceptionType.SERVER_TIMEOUT);
            assertThat(requests.fetch("f")).isSameAs(later);
            assertThat(requests.find(unfetched.id())).isNull();
            DrpcRequests.complete(later, "late enough");
            assertThat(requests.failTimedOut()).isZero();
            assertThat(requests.queueCount()).isZero();
        }
    }

    @Test
    void aRequestThatWasTakenBackIsNotFetched() {
        DrpcRequests.Request request = requests.submit("f", "1");
        request.result().cancel(false);
        assertThat(requests.fetch("f")).isNull();
        assertThat(requests.find(request.id())).isNull();
    }

    @Test
    void closingEndsAllRequestsAndThoseThatCome() {
        DrpcRequests.Request before = requests.submit("f", "1");
        requests.close();
        DrpcRequests.Request after = requests.submit("f", "2");
        assertFailed(before.result(), DRPCExceptionType.SERVER_SHUTDOWN);
        assertFailed(after.result(), DRPCExceptionType.SERVER_SHUTDOWN);
        assertThat(requests.fetch("f")).isNull();
    }
}
