package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// Optional is a member that may be omitted. If T is a pointer, the member may also be null: omitted, null and a value are
// three different things.
type Optional[T any] struct {
	Value T
	Set   bool
}

// IsZero reports whether the member was not set. The encoder then omits it from the JSON (`omitzero`).
func (o Optional[T]) IsZero() bool { return !o.Set }

func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }

func (o *Optional[T]) UnmarshalJSON(text []byte) error {
	isNull := bytes.Equal(bytes.TrimSpace(text), []byte("null"))
	if isNull && reflect.TypeFor[T]().Kind() != reflect.Pointer {
		return fmt.Errorf("null is no %v", reflect.TypeFor[T]())
	}
	o.Set = true
	return json.Unmarshal(text, &o.Value)
}

// DateTime is an instant with an offset (RFC 3339). It is encoded in Go's spelling, also if it was received in another.
type DateTime struct{ time.Time }

// UnmarshalJSON also accepts a lower-case `t` and `z` (§5.6), which time.Time does not.
func (d *DateTime) UnmarshalJSON(text []byte) error { return d.Time.UnmarshalJSON(bytes.ToUpper(text)) }

// ListItemsInput is the input of listItems.
type ListItemsInput struct {
	Limit  Optional[int64]  `json:"limit,omitzero"`
	Cursor Optional[string] `json:"cursor,omitzero"`
}

// ItemCreate is a new item as a client sends it.
type ItemCreate struct {
	Name       string                      `json:"name"`
	Note       Optional[*string]           `json:"note,omitzero"`
	Status     Optional[string]            `json:"status,omitzero"`
	Quantity   Optional[int64]             `json:"quantity,omitzero"`
	Serial     Optional[string]            `json:"serial,omitzero"`
	Price      Optional[float64]           `json:"price,omitzero"`
	DueOn      Optional[string]            `json:"due_on,omitzero"`
	ObservedAt Optional[DateTime]          `json:"observed_at,omitzero"`
	Tags       Optional[[]string]          `json:"tags,omitzero"`
	Labels     Optional[map[string]string] `json:"labels,omitzero"`
	Size       Optional[Size]              `json:"size,omitzero"`
	Source     Optional[Source]            `json:"source,omitzero"`
}

// Item is an item as the service stores it.
type Item struct {
	ItemID  string `json:"item_id"`
	Version int64  `json:"version"`
	ItemCreate
	CreatedAt DateTime `json:"created_at"`
	UpdatedAt DateTime `json:"updated_at"`
}

// Size has all three members or is omitted as a whole.
type Size struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Unit   string  `json:"unit"`
}

// Source is one of two kinds; exactly one pointer is set.
type Source struct {
	Manual *ManualSource
	Import *ImportSource
}

// ManualSource states that a person entered the item.
type ManualSource struct {
	Kind   string `json:"kind"`
	Author string `json:"author"`
}

// ImportSource states that the item was read from a file.
type ImportSource struct {
	Kind string `json:"kind"`
	File string `json:"file"`
	Row  int64  `json:"row"`
}

func (s Source) MarshalJSON() ([]byte, error) {
	if s.Manual != nil {
		return json.Marshal(s.Manual)
	}
	return json.Marshal(s.Import)
}

func (s *Source) UnmarshalJSON(text []byte) error {
	var tag struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(text, &tag); err != nil {
		return err
	}
	switch tag.Kind {
	case "manual":
		return json.Unmarshal(text, &s.Manual)
	case "import":
		return json.Unmarshal(text, &s.Import)
	default:
		return fmt.Errorf("%q is no kind of source", tag.Kind)
	}
}

// ItemList is one page of items; NextCursor is null on the last one.
type ItemList struct {
	Items      []Item  `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

// Problem is the document of a failure (RFC 9457).
type Problem struct {
	Type     string                 `json:"type"`
	Title    string                 `json:"title"`
	Status   int                    `json:"status"`
	Detail   Optional[string]       `json:"detail,omitzero"`
	Instance Optional[string]       `json:"instance,omitzero"`
	Errors   Optional[[]InputError] `json:"errors,omitzero"`
}

// InputError is one place of an input that is wrong.
type InputError struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}
