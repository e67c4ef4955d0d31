package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Client calls the item service. It is the SDK under test: replace it with yours.
type Client struct {
	BaseURL string
	// Token is sent as a bearer token; nil sends none.
	Token *string
	HTTP  *http.Client
}

// ErrRefused is returned before anything is sent.
var ErrRefused = errors.New("refused")

// ProblemError is returned for a failure, and for a success that cannot be read.
type ProblemError struct {
	Status int
	// Problem is nil if the reply is not a problem document.
	Problem *Problem
	// Err states why the reply cannot be read.
	Err error
}

func (e *ProblemError) Error() string {
	if e.Problem == nil {
		return fmt.Sprintf("the %d reply cannot be read: %v", e.Status, e.Err)
	}
	return fmt.Sprintf("%d %s", e.Status, e.Problem.Title)
}

func (e *ProblemError) Unwrap() error { return e.Err }

// Response is a success: its status, and its body as a typed value.
type Response[T any] struct {
	Status int
	Value  T
}

// ListItems returns one page of items.
func (c *Client) ListItems(ctx context.Context, input ListItemsInput) (*Response[ItemList], error) {
	query := url.Values{}
	if input.Limit.Set {
		query.Set("limit", strconv.FormatInt(input.Limit.Value, 10))
	}
	if input.Cursor.Set {
		query.Set("cursor", input.Cursor.Value)
	}
	return send[ItemList](ctx, c, http.MethodGet, "/items", query, nil)
}

// CreateItem stores a new item.
func (c *Client) CreateItem(ctx context.Context, item ItemCreate) (*Response[Item], error) {
	body, err := json.Marshal(item)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return send[Item](ctx, c, http.MethodPost, "/items", nil, body)
}

// GetItem fetches one item.
func (c *Client) GetItem(ctx context.Context, itemID string) (*Response[Item], error) {
	// Dots as a segment change the path, and an empty segment requests the list (RFC 3986 §5.2.4).
	if itemID == "" || itemID == "." || itemID == ".." {
		return nil, fmt.Errorf("%w: %q cannot be a path segment", ErrRefused, itemID)
	}
	return send[Item](ctx, c, http.MethodGet, "/items/"+url.PathEscape(itemID), nil, nil)
}

const maxReply = 16 << 20

func send[T any](ctx context.Context, c *Client, method, path string, query url.Values, body []byte) (*Response[T], error) {
	target := strings.TrimRight(c.BaseURL, "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	request.Header.Set("Accept", "application/json, application/problem+json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != nil {
		request.Header.Set("Authorization", "Bearer "+*c.Token)
	}
	reply, err := c.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(io.LimitReader(reply.Body, maxReply))
	if err != nil {
		return nil, err
	}
	if reply.StatusCode >= 300 {
		failure := &ProblemError{Status: reply.StatusCode}
		if failure.Err = read(text, &failure.Problem); failure.Err != nil {
			failure.Problem = nil
		}
		return nil, failure
	}
	response := &Response[T]{Status: reply.StatusCode}
	if err := read(text, &response.Value); err != nil {
		return nil, &ProblemError{Status: reply.StatusCode, Err: err}
	}
	return response, nil
}

// read decodes a reply strictly: a reply that lacks a member, or has null in place of a value, is an error and not a zero value.
// Members that the type does not have are ignored, because a service may add members.
func read[T any](text []byte, value *T) error {
	if err := json.Unmarshal(text, value); err != nil {
		return err
	}
	written, err := json.Marshal(value)
	if err != nil {
		return err
	}
	sent, errSent := decoded(text)
	kept, errKept := decoded(written)
	if err := errors.Join(errSent, errKept); err != nil {
		return err
	}
	if !contains(sent, kept) {
		return fmt.Errorf("as %T, %s would be %s", *value, text, written)
	}
	return nil
}

// contains reports whether a value has every member of another value.
func contains(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, isObject := b.(map[string]any)
		for name, member := range b {
			if other, has := a[name]; !has || !contains(other, member) {
				return false
			}
		}
		return isObject
	case []any:
		b, isList := b.([]any)
		if !isList || len(a) != len(b) {
			return false
		}
		for index := range a {
			if !contains(a[index], b[index]) {
				return false
			}
		}
		return true
	default:
		return same(a, b)
	}
}
