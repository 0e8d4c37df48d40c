package io.eyewall.server.rest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.storm.generated.LogConfig;
import org.apache.storm.generated.LogLevel;
import org.apache.storm.generated.LogLevelAction;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;

/**
 * A Nimbus that is asked for profiles and log levels, and keeps what it is told, as Storm's does
 * until supervisors and workers come for it. All else goes to the one behind it, which is the
 * process that the topologies run in, and has neither.
 */
final class KeepingNimbus {
    private final Nimbus.Iface behind;
    private final Map<String, LogLevel> levels = new HashMap<>();
    private final List<ProfileRequest> profiles = new CopyOnWriteArrayList<>();

    private KeepingNimbus(Nimbus.Iface behind) {
        this.behind = behind;
    }

    static Nimbus.Iface over(Nimbus.Iface behind) {
        KeepingNimbus nimbus = new KeepingNimbus(behind);
        return (Nimbus.Iface)
                Proxy.newProxyInstance(
                        KeepingNimbus.class.getClassLoader(),
                        new Class<?>[] {Nimbus.Iface.class},
                        (proxy, method, arguments) -> nimbus.answer(method, arguments));
    }

    private Object answer(Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "setLogConfig" -> setLogConfig((LogConfig) arguments[1]);
            case "getLogConfig" -> getLogConfig();
            case "setWorkerProfiler" -> profiles.add((ProfileRequest) arguments[1]) ? null : null;
            case "getComponentPendingProfileActions" -> running((ProfileAction) arguments[2]);
            default -> {
                try {
                    yield method.invoke(behind, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
    }

    private List<ProfileRequest> running(ProfileAction action) {
        List<ProfileRequest> running = new ArrayList<>(profiles);
        running.removeIf(
                request ->
                        request.get_action() != action
                                || request.get_time_stamp() < System.currentTimeMillis());
        return running;
    }

    private synchronized Object setLogConfig(LogConfig config) {
        config.get_named_logger_level()
                .forEach(
                        (logger, level) -> {
                            if (level.get_action() == LogLevelAction.REMOVE) {
                                levels.remove(logger);
                            } else {
                                int secs = level.get_reset_log_level_timeout_secs();
                                level.set_reset_log_level_timeout_epoch(
                                        secs == 0 ? 0 : System.currentTimeMillis() + secs * 1000L);
                                levels.put(logger, level);
                            }
                        });
        return null;
    }

    private synchronized LogConfig getLogConfig() {
        LogConfig config = new LogConfig();
        config.set_named_logger_level(new HashMap<>(levels));
        return config;
    }
}
