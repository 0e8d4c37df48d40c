package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.fixture.Sink;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // unused parts are null
class RouteTest {
    private static final Core CORE = Core.create(1, 1, 2, Clock.SYSTEM).get(0);
    private static final StreamSource SOURCE =
            new StreamSource(null, "spout", 1, "default", new Fields("a", "b"), 0);

    private final Sink[] bolts = Sink.on(CORE, 5, 3);
    private final Sink[] others = Sink.on(CORE, 8, 2);

    private static Route route(List<String> direct, Grouper... groupers) {
        return Route.create(SOURCE, List.of(groupers), direct);
    }

    private static List<Integer> ids(Endpoint[] endpoints) {
        return Arrays.stream(endpoints).map(Endpoint::taskId).toList();
    }

    @Test
    void choosesOneForASingleSubscriber() {
        Route route = route(List.of(), new Groupers.Single(bolts, 1));

        assertThat(route.chooseOne(List.of(1, 2))).isSameAs(bolts[1]);
        assertThat(route.emitted()).isEqualTo(1);
        assertThat(route.transferred()).isEqualTo(1);
        assertThat(route.groupers().get(0).sent(1)).isEqualTo(1);
    }

    @Test
    void choosesAllOtherwise() {
        Route two = route(List.of(), new Groupers.Single(bolts, 1), new Groupers.All(others));
        Route all = route(List.of(), new Groupers.All(others));
        Route nobody = route(List.of());

        assertThat(two.chooseOne(List.of(1, 2))).isNull();
        assertThat(all.chooseOne(List.of(1, 2))).isNull();
        assertThat(nobody.chooseOne(List.of(1, 2))).isNull();
        assertThat(two.emitted() + all.emitted() + nobody.emitted()).as("not counted").isZero();

        assertThat(ids(two.chooseAll(List.of(1, 2)))).containsExactly(6, 8, 9);
        assertThat(two.emitted()).isEqualTo(1);
        assertThat(two.transferred()).isEqualTo(3);
        assertThat(nobody.chooseAll(List.of(1, 2))).isEmpty();
        assertThat(nobody.emitted()).isEqualTo(1);
        assertThat(nobody.transferred()).isZero();
    }

    @Test
    void rejectsAWrongNumberOfValuesAsStormDoes() {
        Route one = route(List.of(), new Groupers.Single(bolts, 1));
        Route all = route(List.of(), new Groupers.All(bolts));
        Route direct = route(List.of("bolt"));
        String message =
                "Tuple created with wrong number of fields. Expected 2 fields but got 1 fields";

        assertThatThrownBy(() -> one.chooseOne(List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> all.chooseAll(List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> direct.chooseDirect("bolt", bolts[0], List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThat(one.emitted() + all.emitted() + direct.emitted()).isZero();
        assertThat(one.transferred() + all.transferred() + direct.transferred()).isZero();
    }

    @Test
    void acceptsAnyNumberOfValuesWithoutReceiversAsStormDoes() {
        assertThat(route(List.of()).chooseAll(List.of(1))).isEmpty();
    }

    @Test
    void rejectsARegularEmitOnADirectStream() {
        Route route = route(List.of("bolt"), new Groupers.Single(others, 0));

        assertThat(route.chooseOne(List.of(1, 2))).isNull();
        assertThatThrownBy(() -> route.chooseAll(List.of(1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cannot do regular emit to direct stream");
    }

    @Test
    void sendsADirectEmitToTheNamedTask() {
        Route route = route(List.of("bolt"));

        assertThat(ids(route.chooseDirect("bolt", bolts[2], List.of(1, 2)))).containsExactly(7);
        assertThat(route.transferred()).isEqualTo(1);
    }

    @Test
    void dropsADirectEmitToATaskThatDoesNotSubscribe() {
        Route route = route(List.of("bolt"));

        assertThat(route.chooseDirect("other", others[0], List.of(1, 2))).isEmpty();
        assertThat(route.chooseDirect(null, null, List.of(1, 2))).isEmpty();
        assertThat(route.emitted()).isEqualTo(2);
        assertThat(route.transferred()).isZero();
    }

    @Test
    void rejectsADirectEmitToARegularSubscriber() {
        Route route = route(List.of(), new Groupers.Single(bolts, 0));

        assertThatThrownBy(() -> route.chooseDirect("bolt", bolts[2], List.of(1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cannot emitDirect to a task expecting a regular grouping");
    }

    @Test
    void returnsTheIdsThatEmitReturns() {
        assertThat(Route.ids(new Endpoint[0])).isEmpty();
        assertThat(Route.ids(new Endpoint[] {bolts[0]})).containsExactly(5);
        assertThat(Route.ids(bolts)).containsExactly(5, 6, 7);
    }

    @Test
    @SuppressWarnings("StringOperationCanBeSimplified") // another object of the same text
    void aRouterFindsRoutesByEqualNames() {
        Route a = route(List.of());
        Route b = route(List.of());
        Router router = new Router(Map.of("a", a, "b", b));

        assertThat(router.route("a")).isSameAs(a);
        assertThat(router.route(new String("a"))).isSameAs(a);
        assertThat(router.route("b")).isSameAs(b);
        assertThat(router.route(new String("b"))).isSameAs(b);
        assertThat(router.route("a")).isSameAs(a);
        assertThat(router.hasStream("a")).isTrue();
        assertThat(router.hasStream("c")).isFalse();
        assertThat(router.routes()).containsExactlyInAnyOrder(a, b);
    }

    @Test
    void aRouterKnowsOnlyDeclaredStreams() {
        Router router = new Router(Map.of("a", route(List.of())));

        assertThatThrownBy(() -> router.route("typo"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Unknown stream ID: typo");
    }
}
