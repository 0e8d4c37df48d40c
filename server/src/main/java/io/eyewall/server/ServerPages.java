package io.eyewall.server;

import io.eyewall.engine.RunningTopology;
import io.eyewall.web.WebRoute;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Routes that a server has beside its own; closed with it. Any thread may call. */
public interface ServerPages extends AutoCloseable {
    /** No more than its own routes. */
    ServerPages NONE =
            new ServerPages() {
                @Override
                public List<WebRoute> routes() {
                    return List.of();
                }

                @Override
                public void close() {
                    // nothing to end
                }
            };

    /** Makes pages for a server. */
    interface Maker {
        /**
         * @param topologies those that the server keeps now
         */
        ServerPages over(Supplier<? extends Collection<RunningTopology>> topologies);
    }

    /** All routes. */
    List<WebRoute> routes();

    @Override
    void close();
}
