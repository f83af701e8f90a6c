// Written by palette_test.go from package scene: go test ./internal/page -run Palette -update
// Shapes by their names, around (0, 0), in hundredths of a cell.
export const shapes = {
  disc: "M0.00 -19.80L0.00 -19.80C10.94 -19.80 19.80 -10.94 19.80 0.00" +
    "L19.80 0.00C19.80 10.94 10.94 19.80 0.00 19.80L0.00 19.80C-10.94 19.80 -19.80 10.94 -19.80 0.00" +
    "L-19.80 0.00C-19.80 -10.94 -10.94 -19.80 0.00 -19.80Z",
  triangle: "M0.00 -20.90L22.00 16.50L-22.00 16.50Z",
  diamond: "M0.00 -23.76L23.76 -0.00L0.00 23.76L-23.76 0.00Z",
  square: "M-15.84 -18.04L15.84 -18.04C17.06 -18.04 18.04 -17.06 18.04 -15.84" +
    "L18.04 15.84C18.04 17.06 17.06 18.04 15.84 18.04L-15.84 18.04" +
    "C-17.06 18.04 -18.04 17.06 -18.04 15.84L-18.04 -15.84C-18.04 -17.06 -17.06 -18.04 -15.84 -18.04" +
    "Z",
  star: "M0.00 -23.32L6.21 -7.22L23.43 -6.29L10.04 4.58L14.48 21.25L0.00 11.88" +
    "L-14.48 21.25L-10.04 4.58L-23.43 -6.29L-6.21 -7.22Z",
  pentagon: "M0.00 -21.12L21.34 -5.61L13.19 19.47L-13.19 19.47L-21.34 -5.61" +
    "Z",
  plus: "M-7.48 -20.68L7.48 -20.68L7.48 -7.48L20.68 -7.48L20.68 7.48L7.48 7.48" +
    "L7.48 20.68L-7.48 20.68L-7.48 7.48L-20.68 7.48L-20.68 -7.48L-7.48 -7.48" +
    "Z",
  drop: "M0.00 -24.20C6.16 -11.00 17.60 -2.20 17.60 7.70C17.60 17.60 9.68 23.10 0.00 23.10" +
    "C-9.68 23.10 -17.60 17.60 -17.60 7.70C-17.60 -2.20 -6.16 -11.00 0.00 -24.20" +
    "Z",
  hexagon: "M0.00 -22.00L19.05 -11.00L19.05 11.00L0.00 22.00L-19.05 11.00" +
    "L-19.05 -11.00Z",
  moon: "M7.70 -20.90C-11.00 -22.00 -20.90 -11.00 -20.90 1.10C-20.90 14.30 -8.80 22.00 2.20 22.00" +
    "C11.00 22.00 18.70 17.60 20.90 11.00C4.40 16.50 -7.70 6.60 -7.70 -4.40" +
    "C-7.70 -12.10 -2.20 -18.70 7.70 -20.90Z",
  saltire: "M10.89 -20.85L20.85 -10.89L9.96 0.00L20.85 10.89L10.89 20.85L0.00 9.96" +
    "L-10.89 20.85L-20.85 10.89L-9.96 0.00L-20.85 -10.89L-10.89 -20.85" +
    "L0.00 -9.96Z",
  hourglass: "M-18.70 -20.90L18.70 -20.90L3.52 0.00L18.70 20.90L-18.70 20.90" +
    "L-3.52 0.00Z",
};
// Colours of the palette by their numbers: name, and the shape that a piece has by its colour.
export const colours = [
  {name: "ink", shape: "block"},
  {name: "orange", shape: "disc"},
  {name: "sky blue", shape: "triangle"},
  {name: "green", shape: "diamond"},
  {name: "yellow", shape: "square"},
  {name: "blue", shape: "star"},
  {name: "vermilion", shape: "pentagon"},
  {name: "purple", shape: "plus"},
  {name: "violet", shape: "drop"},
  {name: "brown", shape: "hexagon"},
  {name: "pale green", shape: "moon"},
  {name: "navy", shape: "saltire"},
  {name: "plum", shape: "hourglass"},
];
