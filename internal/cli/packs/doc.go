// Package packs holds the commands about packs of levels.
package packs
