# A bolt that does what each tuple's first value says.
import json
import os

import storm


class Calls(storm.Bolt):
    def initialize(self, conf, context):
        self.conf = conf
        self.context = context

    def process(self, tup):
        what, value = tup.values
        if what == "emit":
            storm.emit([what, value], anchors=[tup])
        elif what == "task-ids":
            ids = storm.emit([what, value], stream="to-all", anchors=[tup])
            storm.emit([what, json.dumps(ids)], anchors=[tup])
        elif what == "direct":
            task = self.context["task->component"]
            sinks = sorted(int(t) for t in task if task[t] == "direct-sink")
            storm.emitDirect(sinks[value], [what, value], stream="direct", anchors=[tup])
        elif what == "unanchored":
            storm.emit([what, value])
        elif what == "error":
            storm.reportError(value)
        elif what == "log":
            storm.logWarn(value)
        elif what == "metric":
            storm.rpcMetrics("calls", value)
        elif what == "tuple":
            shown = [tup.component, tup.stream, type(value).__name__]
            storm.emit([what, json.dumps(shown)], anchors=[tup])
        elif what == "context":
            shown = [
                self.context["componentid"],
                self.context["taskid"],
                sorted(self.context["task->component"].items(), key=lambda item: int(item[0])),
                sorted(self.context["source->stream->grouping"].items()),
                self.context["stream->outputfields"],
                self.conf["topology.name"],
                os.path.basename(os.getcwd()),
            ]
            storm.emit([what, json.dumps(shown)], anchors=[tup])
        elif what == "exit":
            os._exit(value)
        if what == "fail":
            storm.fail(tup)
        else:
            storm.ack(tup)


Calls().run()
