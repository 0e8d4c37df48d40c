package io.eyewall.plugin.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.storm.grouping.Load;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.messaging.IContext;
import org.apache.storm.messaging.TaskMessage;
import org.apache.storm.messaging.netty.BackPressureStatus;
import org.junit.jupiter.api.Test;

class EarlyConnectionsTest {
    private final List<String> closed = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private final AtomicBoolean[] overloaded =
            IntStream.range(0, 10).mapToObj(i -> new AtomicBoolean()).toArray(AtomicBoolean[]::new);
    private final EarlyConnections connections = new EarlyConnections(Context::new);

    private IConnection connect(int port) {
        return connections.connect("t", "host", port, overloaded);
    }

    @Test
    void stormGetsWhatWasConnectedEarlyAndTheRestIsClosed() {
        IConnection first = connect(1);
        connections.connectEarly("host", 2, List.of(5));
        connections.connectEarly("host", 2, List.of(5));
        connections.connectEarly("host", 3, List.of(6));
        assertThat(made).containsExactly("1", "2", "3");

        assertThat(connect(2)).isNotSameAs(first);
        assertThat(made).hasSize(3);
        connections.closeUnused();
        assertThat(closed).containsExactly("3");
    }

    @Test
    void whatTheLastOwnerOfATaskSaidOfItsLoadIsForgotten() {
        connect(1);
        connections.connectEarly("host", 2, List.of(5));
        overloaded[5].set(true); // by the last owner, whose connection is closed next
        overloaded[6].set(true);
        connect(2);
        assertThat(overloaded[5]).isFalse();
        assertThat(overloaded[6]).isTrue();
    }

    private final class Context implements IContext {
        @Override
        @SuppressWarnings("deprecation") // the only one without a default
        public void prepare(Map<String, Object> conf) {}

        @Override
        public void term() {}

        @Override
        public IConnection bind(
                String id, int port, IConnectionCallback callback, Supplier<Object> response) {
            throw new UnsupportedOperationException();
        }

        @Override
        public IConnection connect(String id, String host, int port, AtomicBoolean[] status) {
            made.add("" + port);
            return new Connection(port);
        }
    }

    private final class Connection implements IConnection {
        private final int port;

        Connection(int port) {
            this.port = port;
        }

        @Override
        public void sendLoadMetrics(Map<Integer, Double> loads) {}

        @Override
        public void sendBackPressureStatus(BackPressureStatus status) {}

        @Override
        public void send(Iterator<TaskMessage> messages) {}

        @Override
        public Map<Integer, Load> getLoad(Collection<Integer> tasks) {
            return Map.of();
        }

        @Override
        public int getPort() {
            return port;
        }

        @Override
        public void close() {
            closed.add("" + port);
        }
    }
}
