package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.DRPCExceptionType;
import org.apache.storm.generated.DRPCExecutionException;
import org.apache.storm.generated.DRPCRequest;
import org.apache.storm.metric.StormMetricsRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DrpcServiceTest {
    /** A registry whose meters throw at the first {@code mark(long)}. */
    private static final class NoRoomAtFirst extends StormMetricsRegistry {
        private final AtomicInteger marks = new AtomicInteger();

        @Override
        public Meter registerMeter(String name) {
            return new Meter() {
                @Override
                public void mark(long n) {
                    if (marks.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("made up");
                    }
                }

                @Override
                public void mark() {
                    // not called by the sweeper
                }
            };
        }
    }

    @Test
    void requestsTimeOutThoughTheHeapWasExhaustedBefore() throws Exception {
        Map<String, Object> conf = Map.of("drpc.request.timeout.secs", 1);
        try (DrpcService service = new DrpcService(conf, new NoRoomAtFirst())) {
            CompletableFuture<String> answer = service.executeAsync("f", "x");

            assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            DRPCExecutionException.class,
                            failure ->
                                    assertThat(failure.get_type())
                                            .isEqualTo(DRPCExceptionType.SERVER_TIMEOUT));
        }
    }

    @Test
    void limitsTheRequestsThatWaitForTopologiesToStart() throws Exception {
        int limit = 10_000;
        Map<String, Object> conf = Map.of("eyewall.drpc.starting.secs", 86_400);
        try (DrpcService service = new DrpcService(conf, new StormMetricsRegistry())) {
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (int i = 0; i < limit; i++) {
                waiting.add(service.executeIfServed("f" + i % 7, "x"));
            }
            assertThat(waiting).noneMatch(CompletableFuture::isDone);

            CompletableFuture<String> refused = service.executeIfServed("f", "x");

            assertThatThrownBy(() -> refused.get(30, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            DRPCExecutionException.class,
                            failure -> {
                                assertThat(failure.get_type())
                                        .isEqualTo(DRPCExceptionType.FAILED_REQUEST);
                                assertThat(failure.get_msg())
                                        .contains("function 'f'", "10000 requests", "try again");
                            });
            waiting.get(17).cancel(false); // its client has gone
            CompletableFuture<String> accepted = service.executeIfServed("f", "y");
            assertThat(accepted).isNotDone();
            assertThat(service.executeIfServed("f", "z")).isCompletedExceptionally();

            DRPCRequest request = service.fetchRequest("f"); // a topology has started
            assertThat(request.get_func_args()).isEqualTo("y");
            service.result(request.get_request_id(), "answer");
            assertThat(accepted).isCompletedWithValue("answer");
            assertThat(service.executeIfServed("f", "a served function")).isNotDone();
        }
    }
}
