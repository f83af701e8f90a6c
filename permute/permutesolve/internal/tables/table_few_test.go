//go:build !sweep

package tables

// manyStarts is the number of starts of TestManyStarts: 363,000 goals each.
const manyStarts = 4
