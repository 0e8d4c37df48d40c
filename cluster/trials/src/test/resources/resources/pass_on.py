import storm


class PassOn(storm.BasicBolt):
    def process(self, tup):
        storm.emit([tup.values[0]])


PassOn().run()
