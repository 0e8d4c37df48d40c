# A bolt that echoes, or a spout that emits "heard" once per turn, and is bad in ways that the third
# argument lists: "deaf" reads nothing after the handshake in its first life, "mute" does not even
# answer that, "orphan" dies of its first tuple in its first life and leaves a child that keeps its
# pipes and shows up when it is gone, "stubborn" ignores SIGTERM, "parent" has a child of its own, "slow" takes its time,
# "spout" is a spout. The second argument is a folder where each process leaves its number.
import os
import signal
import subprocess
import sys
import time

import storm

folder, modes = sys.argv[1], sys.argv[2].split(",")
first = not os.path.exists(os.path.join(folder, "again"))
open(os.path.join(folder, "again"), "a").close()


def note(pid):
    open(os.path.join(folder, "%d.pid" % pid), "a").close()


if "stubborn" in modes:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if "parent" in modes:
    note(subprocess.Popen(["sleep", "1000"]).pid)
if "orphan" in modes and first:
    orphan = """
        while kill -0 %d 2>/dev/null; do sleep 0.02; done
        : > "%s/$$.pid"
        exec sleep 1000"""
    subprocess.Popen(["sh", "-c", orphan % (os.getpid(), folder)])
note(os.getpid())
if "mute" in modes:
    time.sleep(1000)


class Echo(storm.Bolt):
    def initialize(self, conf, context):
        if first and "deaf" in modes:
            time.sleep(1000)

    def process(self, tup):
        if first and "orphan" in modes:
            os._exit(1)
        if "slow" in modes:
            time.sleep(0.01)
        storm.emit([tup.values[0]], anchors=[tup])
        storm.ack(tup)


class Heard(storm.Spout):
    def initialize(self, conf, context):
        if first and "deaf" in modes:
            time.sleep(1000)

    def nextTuple(self):
        storm.emit(["heard"])


(Heard() if "spout" in modes else Echo()).run()
