// Gridwasm is the engine for a browser: built with GOOS=js GOARCH=wasm and started in a Web Worker, it sets the global
// function gridwright(verb, argsJSON), whose promise gives the result as JSON, or {"error": …}. worker.js is the other
// half. "make site" builds both into a folder that any file host can serve.
package main
