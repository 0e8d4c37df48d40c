package io.eyewall.model.simulation.machine;

/** Work of a worker that belongs to no executor: threads that poll, garbage collection. */
final class BackgroundWork implements Cpu.Task {
    private final World world;
    private final SimWorker worker;
    private final long durationNs;

    private BackgroundWork(World world, SimWorker worker, long durationNs) {
        this.world = world;
        this.worker = worker;
        this.durationNs = durationNs;
    }

    static void start(World world, SimWorker worker, Cpu cpu, long durationNs) {
        cpu.offer(new BackgroundWork(world, worker, durationNs), world.nowNs);
    }

    @Override
    public boolean begin() {
        if (worker.isGone) {
            return false;
        }
        world.choreNs[worker.node] += durationNs;
        world.at(world.nowNs + durationNs, World.CHORE_END, worker.place, 0);
        return true;
    }

    /** Ends a chore at a place. */
    static void onEnd(World world, int place) {
        world.cpus[place].release(world.nowNs);
    }
}
