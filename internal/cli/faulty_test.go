package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
)

// faulty is a program for a contest that is wrong on purpose: faulty MODE CONTEST.
func faulty() {
	mode := os.Args[1]
	switch mode {
	case "deaf": // does not read its input
		fmt.Println("-1")
		return
	case "sleep":
		time.Sleep(time.Hour)
	case "loop":
		//lint:ignore SA5002 it is to spin
		for {
		}
	case "flood":
		for {
			fmt.Println(strings.Repeat("1\n", 1000))
		}
	}
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(99)
	}
	var out bytes.Buffer
	code := cli.Main(context.Background(), []string{"contest", os.Args[2]}, bytes.NewReader(input), &out, os.Stderr,
		families.All, families.Contests)
	text := out.String()
	switch mode {
	case "never": // says 0 where there is no way
		text = strings.ReplaceAll(text, "-1\n", "0\n")
	case "always": // says that there is no way where it takes seven moves
		text = strings.ReplaceAll(text, "7\n", "-1\n")
	case "binary":
		text = strings.Replace(text, "2\n", "2\x00\x1b[31m\n", 1)
	case "code":
		fmt.Fprintln(os.Stderr, "I cannot do this\x1b[31m")
		code = 3
	case "state": // is wrong from the third case on
		if lines := strings.SplitAfter(text, "\n"); len(lines) > 3 {
			lines[2] = "7\n"
			text = strings.Join(lines, "")
		}
	}
	io.WriteString(os.Stdout, text)
	os.Exit(code)
}
