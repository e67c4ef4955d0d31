package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// typed reads a JSON text as a value of T, or returns why T cannot express it. Go's decoder ignores unknown members, and reads null
// and missing members as the zero value. So the value is encoded again: only if the JSON is the same does T express all of it.
func typed[T any](text json.RawMessage) (T, error) {
	var value T
	if text == nil {
		return value, fmt.Errorf("%T cannot be omitted", value)
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return value, err
	}
	written, err := json.Marshal(value)
	if err != nil {
		return value, err
	}
	if !sameJSON(text, written) {
		return value, fmt.Errorf("as %T, %s would be %s", value, text, written)
	}
	return value, nil
}

func sameJSON(one, other []byte) bool {
	a, errA := decoded(one)
	b, errB := decoded(other)
	return errors.Join(errA, errB) == nil && same(a, b)
}

func decoded(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, isObject := b.(map[string]any)
		if !isObject || len(a) != len(b) {
			return false
		}
		for name, member := range a {
			if other, has := b[name]; !has || !same(member, other) {
				return false
			}
		}
		return true
	case []any:
		b, isList := b.([]any)
		if !isList || len(a) != len(b) {
			return false
		}
		for index := range a {
			if !same(a[index], b[index]) {
				return false
			}
		}
		return true
	case json.Number:
		b, isNumber := b.(json.Number)
		x, errX := strconv.ParseFloat(a.String(), 64)
		y, errY := strconv.ParseFloat(b.String(), 64)
		return isNumber && errors.Join(errX, errY) == nil && x == y
	case string:
		b, isText := b.(string)
		return isText && (a == b || sameInstant(a, b))
	default:
		return reflect.DeepEqual(a, b)
	}
}

// sameInstant permits the different spelling of time.Time: zeros at the end of a fraction, Z for +00:00. time.Time keeps nine
// digits of a fraction and drops the others.
func sameInstant(one, other string) bool {
	a, errA := time.Parse(time.RFC3339Nano, strings.ToUpper(one))
	b, errB := time.Parse(time.RFC3339Nano, strings.ToUpper(other))
	return errors.Join(errA, errB) == nil && a.Equal(b) && len(one) <= len("2006-01-02T15:04:05.000000000+00:00")
}

// hasLoneSurrogate finds an escape of a JSON text such as \ud83d without \udd27 after it, or the reverse.
func hasLoneSurrogate(text []byte) bool {
	high := false
	for i := 0; i < len(text); i++ {
		var unit uint64
		if text[i] == '\\' && i+1 < len(text) {
			if text[i+1] == 'u' && i+5 < len(text) {
				unit, _ = strconv.ParseUint(string(text[i+2:i+6]), 16, 32)
				i += 4
			}
			i++
		}
		isLow := unit >= 0xdc00 && unit <= 0xdfff
		if high != isLow {
			return true
		}
		high = unit >= 0xd800 && unit <= 0xdbff
	}
	return high
}
