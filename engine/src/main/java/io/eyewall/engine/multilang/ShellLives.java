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
 * What the lives of one shell component have in common, each of which has a child process and a
 * copy of the user's object of its own: how many may end within a minute, and the credentials that
 * all of them get. Deaths may be told by any thread; the rest is for the executor's.
 */
final class ShellLives {
    private static final Logger LOG = LoggerFactory.getLogger(ShellLives.class);

    private final RestartBudget budget;
    private final Consumer<Throwable> onFailure;
    private @Nullable Map<String, String> credentials;

    /**
     * @param restarts how many children may die within a minute
     * @param onFailure fails the topology, from any thread
     */
    ShellLives(int restarts, Consumer<Throwable> onFailure) {
        this.budget = new RestartBudget(restarts);
        this.onFailure = onFailure;
    }

    /** How long a child may be silent, in seconds. */
    static int silenceSecs(Map<String, Object> conf) {
        Object own = conf.get(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS);
        return ObjectReader.getInt(
                own == null ? conf.get(Config.SUPERVISOR_WORKER_TIMEOUT_SECS) : own, 30);
    }

    /** Whether there is to be no other: the topology is being ended. */
    boolean areOver() {
        return budget.isSpent();
    }

    /**
     * A child has died.
     *
     * @param next what follows, for the log
     * @return whether there may be another; if not, the topology fails
     */
    boolean onDeath(TopologyContext context, Throwable cause, String next) {
        String componentId = context.getThisComponentId();
        budget.onDeath();
        if (budget.isSpent()) {
            onFailure.accept(budget.failure(componentId, cause));
            return false;
        }
        LOG.warn("Component '{}': its child process died and is started anew{}", componentId, next);
        return true;
    }

    /**
     * Keeps new credentials for all that follow.
     *
     * @param present the user's object that gets them now, or null
     */
    void setCredentials(Map<String, String> fresh, @Nullable Object present) {
        credentials = fresh;
        giveCredentials(present);
    }

    /** Gives the user's object the latest credentials, if there are any and it wants them. */
    void giveCredentials(@Nullable Object present) {
        if (credentials != null && present instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }
}
