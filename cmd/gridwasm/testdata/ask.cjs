// Starts the engine and asks it what standard input says, [verb, args, least] a line: the question is asked again until
// so many milliseconds have gone by. Prints [[milliseconds of each], answer] for each line, and before them all the
// milliseconds until the engine could be asked.
// node ask.cjs wasm_exec.js gridwasm.wasm
const fs = require('fs');
globalThis.fs ??= fs;
globalThis.path ??= require('path');
globalThis.crypto ??= require('crypto').webcrypto;
require(require('path').resolve(process.argv[2]));

const print = value => fs.writeSync(1, JSON.stringify(value) + '\n');

(async () => {
  const file = fs.readFileSync(process.argv[3]), began = performance.now(), go = new Go();
  const {instance} = await WebAssembly.instantiate(file, go.importObject);
  go.run(instance);
  print(performance.now() - began);
  for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
    if (!line) continue;
    const [verb, args, least = 0] = JSON.parse(line);
    const times = [];
    let answer = '', sum = 0;
    do {
      const began = performance.now();
      answer = await gridwright(verb, args);
      times.push(performance.now() - began);
      sum += times.at(-1);
    } while (sum < least);
    print([times, answer]);
  }
  process.exit(0);
})();
