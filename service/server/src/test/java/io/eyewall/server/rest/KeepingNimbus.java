package io.eyewall.server.rest;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.ProfileAction;
import org.apache.storm.generated.ProfileRequest;
import org.jspecify.annotations.Nullable;

/**
 * A Nimbus that is asked for profiles of workers, and keeps what it is told, as Storm's does until
 * supervisors come for it. All else goes to the one behind it, which is the process that the
 * topologies run in, and has no workers.
 */
final class KeepingNimbus {
    private final Nimbus.Iface behind;
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

    private @Nullable Object answer(Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "setWorkerProfiler" -> {
                profiles.add((ProfileRequest) arguments[1]);
                yield null;
            }
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
}
