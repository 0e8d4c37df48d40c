// Emits the length of each word, and how many tasks that went to; fails the empty word.
const { BasicBolt } = require('./storm');

class Lengths extends BasicBolt {
    process(tuple, done) {
        const word = tuple.values[0];
        if (word === '') {
            done(new Error('empty'));
            return;
        }
        this.emit({ tuple: [word.length], anchorTupleId: tuple.id }, (taskIds) => {
            this.log(`${word} went to ${taskIds.length}`);
            done();
        });
    }
}

new Lengths().run();
