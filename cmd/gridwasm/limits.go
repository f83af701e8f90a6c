package main

// memory is what a question may hold: browsers give 4 GiB to all of us at the most, and phones less.
const memory = 1 << 30
