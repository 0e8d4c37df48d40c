package io.eyewall.engine.acking;

import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told, in order. */
final class RecordingListener implements RootListener {
    final List<RootTree> completed = new ArrayList<>();
    final List<RootTree> failLater = new ArrayList<>();
    final List<RootTree> resetLater = new ArrayList<>();

    @Override
    public void onComplete(RootTree tree) {
        completed.add(tree);
    }

    @Override
    public void failLater(RootTree tree) {
        failLater.add(tree);
    }

    @Override
    public void resetTimeoutLater(RootTree tree) {
        resetLater.add(tree);
    }
}
