"""Bolts and spouts in Python, which run in child processes and share memory with the topology's.

    from eyewall import Bolt

    class Count(Bolt):
        def prepare(self):
            self.counts = {}

        def execute(self, tup):
            word = tup[0]
            self.counts[word] = self.counts.get(word, 0) + 1
            self.emit([word, self.counts[word]], anchors=[tup])
            self.ack(tup)

In the topology: new PythonBolt("words", "Count").output("word", "count").
"""

from eyewall.batch import Batch, Source, Tuple
from eyewall.component import Bolt, Spout
from eyewall.frame import Float32, Int32, Opaque

__all__ = ["Batch", "Bolt", "Float32", "Int32", "Opaque", "Source", "Spout", "Tuple"]
