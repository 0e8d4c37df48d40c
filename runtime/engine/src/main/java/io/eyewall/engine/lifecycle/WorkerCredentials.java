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
 * Subject, because core threads do not belong to one topology.
 */
final class WorkerCredentials {
    private final Collection<IAutoCredentials> plugins;
    private final Subject subject;

    /**
     * Creates the plugins and passes them the first credentials. Calls user code.
     *
     * @throws RuntimeException if a plugin cannot be created, or thrown by a plugin
     */
    WorkerCredentials(Map<String, Object> conf, Map<String, String> credentials) {
        plugins = ClientAuthUtils.getAutoCredentials(conf);
        subject = ClientAuthUtils.populateSubject(null, plugins, new HashMap<>(credentials));
    }

    /**
     * Passes other credentials to the plugins. Calls user code.
     *
     * @throws RuntimeException thrown by a plugin
     */
    synchronized void update(Map<String, String> credentials) {
        ClientAuthUtils.updateSubject(subject, plugins, new HashMap<>(credentials));
    }
}
