package io.eyewall.server;

import io.eyewall.engine.RunningTopology;
import io.eyewall.web.WebRoute;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Additional routes of a server, closed together with it. Any thread may call. */
public interface ServerPages extends AutoCloseable {
    /** No additional routes. */
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

    /** Creates additional pages for a server. */
    interface Maker {
        /**
         * Creates the pages.
         *
         * @param topologies returns the topologies that the server runs now
         */
        ServerPages createPages(Supplier<? extends Collection<RunningTopology>> topologies);
    }

    /** Returns all routes. */
    List<WebRoute> routes();

    @Override
    void close();
}
