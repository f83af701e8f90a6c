// Package player plays puzzles in a terminal: a board that a person moves on by keys or with a mouse, with undo,
// hints, the solution step by step, and the reasons why there is none.
//
// It knows no family. A board is what [puzzle.Family.Draw] draws, a move what a handle of that scene means, and what it
// does is what [puzzle.Family.Apply] makes of it; hints, solutions and arguments are stories that [puzzle.Family.Tell]
// tells. So a game is a list of instances, and undo goes back in it.
//
//   - A game (game.go) is the puzzles of a file with what has been played on each. It knows no terminal.
//   - A board (board.go) is a scene laid out in characters: which cell is where, and which handle lies under a place.
//     A canvas (canvas.go) holds the characters and writes them in as many colours as the terminal has.
//   - A Model (model.go, keys.go, view.go) is the screen. Whatever may take long is a job (jobs.go) beside it, which
//     Esc stops. A show (show.go) is a story that is walked through.
//   - [Plain] (plain.go) is the same game line by line, for pipes and for people who listen.
package player
