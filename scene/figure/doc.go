// Package figure draws scenes for the eye: boards become figures, which are outlines with a colour, sheets put boards
// side by side with words below them, and SVG writes a sheet. What paints points, as PNG and GIF want them, walks over
// the same figures. Units are cells, and pixels on a sheet.
package figure
