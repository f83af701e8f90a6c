package main

import (
	"context"
	"errors"
	"syscall/js"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

func main() {
	all := families.All()
	e := engine.New(all, families.Gallery(), engine.Options{
		Version: buildinfo.Read().Version, Contests: families.Contests(all), Limits: puzzle.Limits{Memory: memory}})
	js.Global().Set("gridwright", js.FuncOf(func(_ js.Value, args []js.Value) any {
		verb, text := "", ""
		if len(args) > 0 {
			verb = args[0].String()
		}
		if len(args) > 1 {
			text = args[1].String()
		}
		return promise(func() string { return answer(e, verb, text) })
	}))
	select {} // for as long as the worker lives
}

// answer is the result of a verb as JSON, or {"error": …}.
func answer(e *engine.Engine, verb, args string) string {
	result, err := e.Call(context.Background(), verb, []byte(args))
	if err != nil {
		problem := &engine.Error{Kind: engine.Internal, Title: "an error without words"}
		errors.As(err, &problem)
		result = problem.JSON()
	}
	return string(result)
}

// promise runs work in a goroutine, as a callback from JavaScript must not wait.
func promise(work func() string) js.Value {
	var start js.Func
	start = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve := args[0]
		go func() {
			defer start.Release()
			resolve.Invoke(work())
		}()
		return nil
	})
	return js.Global().Get("Promise").New(start)
}
