package io.eyewall.engine.multilang;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state that all children of one shell component's task share, one after the other: the limit
 * on deaths within a minute, and the credentials that each child's copy of the user's object
 * receives. Any thread may report deaths; the other methods are for the executor's thread.
 */
final class ShellChildren {
    private static final Logger LOG = LoggerFactory.getLogger(ShellChildren.class);

    private final RestartBudget budget;
    private final Consumer<Throwable> onFailure;
    private @Nullable Map<String, String> credentials;

    /**
     * Creates the state of a component whose children have not died yet.
     *
     * @param maxRestarts limit on deaths within a minute
     * @param onFailure fails the topology; called by any thread
     */
    ShellChildren(int maxRestarts, Consumer<Throwable> onFailure) {
        this.budget = new RestartBudget(maxRestarts);
        this.onFailure = onFailure;
    }

    /** Returns how long a child may be silent, in seconds. */
    static int silenceSecs(Map<String, Object> conf) {
        Object configured = conf.get(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS);
        return ObjectReader.getInt(
                configured == null ? conf.get(Config.SUPERVISOR_WORKER_TIMEOUT_SECS) : configured,
                30);
    }

    /** Returns whether no further child may be started, because the topology is failing. */
    boolean mustNotRestart() {
        return budget.isSpent();
    }

    /**
     * Counts the death of a child, and fails the topology if there were too many.
     *
     * @param consequence the consequence of the death, for the log
     * @return whether another child may be started
     */
    boolean onDeath(TopologyContext context, Throwable cause, String consequence) {
        String componentId = context.getThisComponentId();
        budget.onDeath();
        if (budget.isSpent()) {
            onFailure.accept(budget.failure(componentId, cause));
            return false;
        }
        LOG.warn(
                "Component '{}': the child process died; a new one is started{}",
                componentId,
                consequence);
        return true;
    }

    /**
     * Stores new credentials for all later children.
     *
     * @param current the current copy of the user's object, which receives them now, or null
     */
    void setCredentials(Map<String, String> fresh, @Nullable Object current) {
        credentials = fresh;
        giveCredentials(current);
    }

    /** Passes the latest credentials to the user's object, if there are any and it accepts them. */
    void giveCredentials(@Nullable Object current) {
        if (credentials != null && current instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }
}
