package io.eyewall.engine.lifecycle;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.Subject;
import org.apache.storm.security.auth.ClientAuthUtils;
import org.apache.storm.security.auth.IAutoCredentials;

/**
 * A topology's credentials, and the plugins of {@code topology.auto-credentials} that turn them
 * into parts of a Subject (Storm: daemon/worker/Worker.java). User code does not run as that
 * Subject: its threads are not the topology's own.
 */
final class WorkerCredentials {
    private final Collection<IAutoCredentials> plugins;
    private final Subject subject;

    /**
     * Makes the plugins and tells them of the first credentials. User code.
     *
     * @throws RuntimeException if a plugin can't be made, or its own
     */
    WorkerCredentials(Map<String, Object> conf, Map<String, String> credentials) {
        plugins = ClientAuthUtils.getAutoCredentials(conf);
        subject = ClientAuthUtils.populateSubject(null, plugins, new HashMap<>(credentials));
    }

    /**
     * Tells the plugins of other credentials. User code.
     *
     * @throws RuntimeException a plugin's own
     */
    synchronized void update(Map<String, String> credentials) {
        ClientAuthUtils.updateSubject(subject, plugins, new HashMap<>(credentials));
    }
}
