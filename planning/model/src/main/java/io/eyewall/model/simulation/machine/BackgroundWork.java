package io.eyewall.model.simulation.machine;

/**
 * Work of a worker that belongs to none of its executors: threads that poll, garbage collection.
 */
final class BackgroundWork implements Cpu.Job {
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
        if (worker.isKilled) {
            return false;
        }
        world.backgroundNs[worker.node] += durationNs;
        world.schedule(world.nowNs + durationNs, World.BACKGROUND_END, worker.place, 0);
        return true;
    }

    /** Ends background work at a place: frees its core. */
    static void onEnd(World world, int place) {
        world.cpuOfPlace[place].release(world.nowNs);
    }
}
