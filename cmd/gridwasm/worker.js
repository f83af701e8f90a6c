// The engine in a Web Worker: {id, verb, args} comes in, {id, result} or {id, error} goes out. While the engine is
// loaded {progress} goes out, from 0 to 1, and {ready: true} in the end. Questions that come sooner wait. {gone: why}
// says that the engine answers no more.
importScripts('wasm_exec.js');

const file = 'gridwasm.wasm';

// load reads the file and says how far it has come.
async function load() {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} is not there (${answer.status})`);
  const total = Number(answer.headers.get('Content-Length')) || 0;
  if (!answer.body || !total || answer.headers.get('Content-Encoding')) return answer.arrayBuffer();
  const reader = answer.body.getReader();
  const whole = new Uint8Array(total);
  let have = 0, told = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    if (have + value.length > total) return (await fetch(file)).arrayBuffer(); // the header was wrong
    whole.set(value, have);
    have += value.length;
    if (have - told > total / 50) {
      told = have;
      postMessage({progress: have / total});
    }
  }
  return whole.subarray(0, have);
}

const ready = (async () => {
  const go = new Go();
  const {instance} = await WebAssembly.instantiate(await load(), go.importObject);
  const over = () => postMessage({gone: 'the engine has ended, for want of memory perhaps'});
  go.run(instance).then(over, over);
  postMessage({ready: true});
})();

onmessage = async ({data: {id, verb, args}}) => {
  try {
    await ready;
    const result = JSON.parse(await gridwright(verb, JSON.stringify(args || {})));
    postMessage(result.error && !result.family ? {id, error: result.error} : {id, result});
  } catch (e) {
    postMessage({id, error: {kind: 'internal', title: 'the engine could not be started: ' + (e.message || e)}});
  }
};
