// A driver for contract-parity in Go, standard library only. An input that the types of the client cannot express is `inexpressible`.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"time"
)

type order struct {
	Cmd       string  `json:"cmd"`
	Protocol  int     `json:"protocol"`
	BaseURL   string  `json:"baseUrl"`
	Token     *string `json:"token"`
	TimeoutMs int64   `json:"timeoutMs"`
	Seq       int     `json:"seq"`
	Operation string  `json:"operation"`
	Input     input   `json:"input"`
}

type input struct {
	Path   json.RawMessage `json:"path"`
	Query  json.RawMessage `json:"query"`
	Header json.RawMessage `json:"header"`
	Cookie json.RawMessage `json:"cookie"`
	Body   json.RawMessage `json:"body"`
}

type outcome map[string]any

func main() {
	orders := bufio.NewReaderSize(os.Stdin, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	client := &Client{HTTP: &http.Client{
		// A followed redirect would show the caller a different resource from the requested one.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for {
		line, err := orders.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		var next order
		if err == nil {
			err = json.Unmarshal(line, &next)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "not an order:", err)
			os.Exit(1)
		}
		switch next.Cmd {
		case "start":
			client.BaseURL = next.BaseURL
			_ = answers.Encode(greeting(next))
		case "run":
			_ = answers.Encode(map[string]any{"seq": next.Seq, "outcome": run(client, next, line)})
		case "stop":
			return
		}
	}
}

func greeting(start order) map[string]any {
	if start.Protocol != 1 {
		return map[string]any{"ok": false, "error": "only protocol 1 is supported"}
	}
	return map[string]any{
		"ok":         true,
		"surface":    map[string]string{"name": "items-go", "language": runtime.Version(), "version": "0.1.0"},
		"operations": []string{"listItems", "createItem", "getItem"},
		"observes":   []string{"status", "value", "problem"},
	}
}

func run(client *Client, call order, line []byte) outcome {
	// A Go string is UTF-8, which cannot contain half of a surrogate pair; the decoder would replace it without an error.
	if hasLoneSurrogate(line) {
		return inexpressible(errors.New("a Go string has no lone surrogate"))
	}
	caller := *client
	caller.Token = call.Token
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(call.TimeoutMs)*time.Millisecond)
	defer cancel()
	in := call.Input
	switch call.Operation {
	case "listItems":
		query, err := typed[ListItemsInput](orEmpty(in.Query))
		if err = errors.Join(err, none(in.Path, in.Header, in.Cookie, in.Body)); err != nil {
			return inexpressible(err)
		}
		return shown(caller.ListItems(ctx, query))(call)
	case "createItem":
		item, err := typed[ItemCreate](in.Body)
		if err = errors.Join(err, none(in.Path, in.Query, in.Header, in.Cookie)); err != nil {
			return inexpressible(err)
		}
		return shown(caller.CreateItem(ctx, item))(call)
	case "getItem":
		path, err := typed[struct {
			ItemID string `json:"item_id"`
		}](in.Path)
		if err = errors.Join(err, none(in.Query, in.Header, in.Cookie, in.Body)); err != nil {
			return inexpressible(err)
		}
		return shown(caller.GetItem(ctx, path.ItemID))(call)
	default:
		return inexpressible(fmt.Errorf("the client has no %s", call.Operation))
	}
}

func inexpressible(reason error) outcome {
	return outcome{"kind": "inexpressible", "reason": reason.Error()}
}

func orEmpty(object json.RawMessage) json.RawMessage {
	if object == nil {
		return json.RawMessage("{}")
	}
	return object
}

// none states that a method has no arguments of these kinds.
func none(given ...json.RawMessage) error {
	for _, text := range given {
		if text != nil && string(text) != "{}" {
			return fmt.Errorf("the method has no argument for %s", text)
		}
	}
	return nil
}

// problem is a failure with its document, if the reply has one.
func problem(failure *ProblemError) outcome {
	failed := outcome{"kind": "problem", "status": failure.Status}
	if failure.Problem != nil {
		failed["problem"] = failure.Problem
	}
	return failed
}

// shown converts what the caller of the client receives to an outcome of the protocol.
func shown[T any](response *Response[T], err error) func(order) outcome {
	return func(call order) outcome {
		var failure *ProblemError
		switch {
		case err == nil:
			return outcome{"kind": "value", "status": response.Status, "value": response.Value}
		case errors.As(err, &failure):
			return problem(failure)
		case errors.Is(err, ErrRefused):
			return outcome{"kind": "refused", "by": "client", "reason": err.Error()}
		case errors.Is(err, context.DeadlineExceeded):
			return outcome{"kind": "timeout", "afterMs": call.TimeoutMs}
		default:
			return outcome{"kind": "crash", "detail": err.Error()}
		}
	}
}
