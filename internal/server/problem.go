package server

import (
	"encoding/json"
	"net/http"

	"github.com/gridwright/gridwright/internal/engine"
)

// A Problem is an error as application/problem+json has it.
type Problem struct {
	Type   string `json:"type" doc:"always about:blank"`
	Status int    `json:"status" doc:"that of the answer"`
	engine.Error
}

func problem(w http.ResponseWriter, status int, e *engine.Error) {
	body, err := json.Marshal(Problem{"about:blank", status, *e})
	if err != nil {
		body = []byte("{}")
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(body)
}
