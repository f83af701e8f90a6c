// Package raster draws scenes point by point: PNG for one picture and GIF for a story. What a theme says of a piece is
// drawn once for each look and then copied, so a board costs little more than its points.
package raster

// MaxFrames is the most frames of a GIF.
const MaxFrames = 2000
