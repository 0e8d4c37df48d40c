package io.eyewall.console;

import io.eyewall.web.ClassPathFiles;
import io.eyewall.web.WebRoute;
import java.util.List;

/**
 * The page of a Storm cluster whose executors are placed by a schedule generator. It consists of
 * static files: the generator itself answers at {@code /v1/schedule} on the same port, and the page
 * polls it once per second.
 */
public final class ClusterPage {
    private static final String FILES = "io/eyewall/console/cluster";
    private static final String SHARED = "io/eyewall/console/page";

    private ClusterPage() {}

    /**
     * Returns the routes of the page and of the files that it shares with the page of topologies.
     */
    public static List<WebRoute> routes() {
        ClassLoader loader = ClusterPage.class.getClassLoader();
        return List.of(
                WebRoute.page("/", new ClassPathFiles("/", FILES, loader)),
                WebRoute.page("/page/", new ClassPathFiles("/page/", SHARED, loader)));
    }
}
