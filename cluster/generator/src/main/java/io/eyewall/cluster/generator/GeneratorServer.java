package io.eyewall.cluster.generator;

import io.eyewall.ports.PortLimits;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule generator with an HTTP API. It serves requests from {@link #start} to {@link #close};
 * any thread may call.
 */
public final class GeneratorServer implements AutoCloseable {
    /**
     * Limits of the HTTP port: connections, milliseconds for a request, bytes of a request, and
     * bytes of all requests and answers in progress. A view of a cluster takes some 150 bytes per
     * executor.
     */
    public static final PortLimits LIMITS = new PortLimits(512, 10_000, 32 << 20, 128 << 20);

    private final GeneratorFolder folder;
    private final GeneratorLoop loop;
    private final WebServer web;

    private GeneratorServer(GeneratorFolder folder, GeneratorLoop loop, WebServer web) {
        this.folder = folder;
        this.loop = loop;
        this.web = web;
    }

    /**
     * Locks the folder, resumes where the last generator ended, and listens.
     *
     * @param state the folder of settings and plan
     * @param plugins folder of jars with further algorithms, or null
     * @param periodSec the period in seconds, in place of the stored one; null keeps that one
     * @param furtherRoutes further routes of the same port
     * @throws IOException if another generator uses the folder, or the folder cannot be used, or
     *     the port is taken
     * @throws IllegalArgumentException if the period is out of range
     */
    public static GeneratorServer start(
            Path state,
            WebSettings settings,
            @Nullable Path plugins,
            @Nullable Integer periodSec,
            LoadSource loads,
            List<WebRoute> furtherRoutes)
            throws IOException {
        GeneratorFolder folder = GeneratorFolder.lock(state);
        GeneratorLoop loop = null;
        WebServer web = null;
        try {
            ScheduleGenerator generator =
                    new ScheduleGenerator(System.currentTimeMillis(), loads, folder, plugins);
            if (periodSec != null) {
                generator.changeSettings(generator.settings().withPeriod(periodSec));
            }
            loop = new GeneratorLoop(generator);
            List<WebRoute> routes = new ArrayList<>(new ScheduleRoutes(loop).routes());
            routes.addAll(furtherRoutes);
            web = WebServer.start(settings, routes, RequestListener.NONE);
            loop.start();
            return new GeneratorServer(folder, loop, web);
        } finally {
            if (web == null) {
                if (loop != null) {
                    loop.close();
                }
                folder.close();
            }
        }
    }

    /** Returns the address for clients, without a slash at the end. */
    public String address() {
        return web.address();
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return web.port();
    }

    /** Stops the server; the next generator resumes from the folder. */
    @Override
    public void close() throws IOException {
        web.close();
        loop.close();
        folder.close();
    }
}
