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

// ProblemError is returned for a failure that the service reports.
type ProblemError struct {
	Status  int
	Problem Problem
}

func (e *ProblemError) Error() string { return fmt.Sprintf("%d %s", e.Status, e.Problem.Title) }

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
	target := c.BaseURL + path
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
		if err := json.Unmarshal(text, &failure.Problem); err != nil {
			return nil, fmt.Errorf("the %d reply is no problem document: %w", reply.StatusCode, err)
		}
		return nil, failure
	}
	response := &Response[T]{Status: reply.StatusCode}
	if err := json.Unmarshal(text, &response.Value); err != nil {
		return nil, fmt.Errorf("the %d reply is not what its type says: %w", reply.StatusCode, err)
	}
	return response, nil
}
