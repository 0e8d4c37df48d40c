import storm


class SplitSentence(storm.BasicBolt):
    def process(self, tup):
        for word in tup.values[0].split(" "):
            storm.emit([word])


SplitSentence().run()
