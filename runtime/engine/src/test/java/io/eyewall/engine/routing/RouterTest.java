package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RouterTest {
    /**
     * Otherwise hash tables of routers would visit every stream of each router, for each lookup.
     */
    @Test
    void differsFromARouterWithEqualRoutes() {
        Router router = new Router(Map.of());
        Router other = new Router(Map.of());

        assertThat(router).isNotEqualTo(other);
        assertThat(router.hashCode()).isEqualTo(System.identityHashCode(router));
    }

    @Test
    void namesAnUndeclaredStream() {
        assertThatThrownBy(() -> new Router(Map.of()).route("other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other");
    }
}
