// The parcel service (../parcels.openapi.yaml) in Go's net/http: `parcels PORT`. The environment variable SVC_TOKEN contains the token.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"mime"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

type object = map[string]any

type store struct {
	sync.Mutex
	parcels map[string]object
	order   []string
	created int
}

func (s *store) reset() {
	s.parcels, s.order, s.created = map[string]object{}, nil, 0
	for index := 1; index <= 60; index++ {
		s.add(object{"recipient": fmt.Sprintf("Recipient %d", index), "weight_grams": index * 100})
	}
}

func (s *store) add(contents object) object {
	s.created++
	id := fmt.Sprintf("p-%d", s.created)
	at := time.Date(2026, 1, 5, 8, 0, s.created, 0, time.UTC)
	s.parcels[id] = kept(contents, id, at.Format(time.RFC3339))
	s.order = append(s.order, id)
	return s.parcels[id]
}

func kept(contents object, id, createdAt any) object {
	parcel := object{"service": "standard"}
	for name, value := range contents {
		parcel[name] = value
	}
	parcel["parcel_id"], parcel["created_at"] = id, createdAt
	return parcel
}

type fault struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

type problem struct {
	Type   string  `json:"type"`
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Errors []fault `json:"errors,omitempty"`
}

func send(w http.ResponseWriter, status int, mediaType string, value any) {
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func fail(w http.ResponseWriter, status int, name, title string, faults ...fault) {
	send(w, status, "application/problem+json", problem{"urn:problem-type:" + name, title, status, faults})
}

func invalid(w http.ResponseWriter, faults ...fault) {
	fail(w, 422, "invalid-input", "The input breaks the contract.", faults...)
}

func notFound(w http.ResponseWriter) { fail(w, 404, "not-found", "The parcel does not exist.") }

func isText(value any, least, most int) bool {
	text, ok := value.(string)
	length := utf8.RuneCountInString(text)
	return ok && length >= least && length <= most
}

func isWeight(value any) bool {
	number, ok := value.(float64)
	return ok && number == math.Trunc(number) && number >= 1 && number <= 30000
}

func isTags(value any) bool {
	tags, ok := value.([]any)
	seen := map[any]bool{}
	for _, tag := range tags {
		if !isText(tag, 1, 20) || seen[tag] {
			return false
		}
		seen[tag] = true
	}
	return ok && len(tags) <= 5
}

var rules = map[string]struct {
	accepts func(any) bool
	detail  string
}{
	"recipient":    {func(v any) bool { return isText(v, 1, 60) }, "must be a text of 1 to 60 characters"},
	"weight_grams": {isWeight, "must be an integer from 1 to 30000"},
	"service":      {func(v any) bool { return v == "standard" || v == "express" }, "must be standard or express"},
	"note":         {func(v any) bool { return v == nil || isText(v, 0, 200) }, "must be null or a text of at most 200 characters"},
	"tags":         {isTags, "must be at most 5 different strings of 1 to 20 characters"},
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func faultsOf(value any) []fault {
	body, ok := value.(object)
	if !ok {
		return []fault{{"", "must be an object"}}
	}
	var faults []fault
	for _, name := range []string{"recipient", "weight_grams"} {
		if _, present := body[name]; !present {
			faults = append(faults, fault{"/" + name, "is required"})
		}
	}
	for name, value := range body {
		if rule, known := rules[name]; !known {
			faults = append(faults, fault{"/" + escapes.Replace(name), "is not known"})
		} else if !rule.accepts(value) {
			faults = append(faults, fault{"/" + name, rule.detail})
		}
	}
	return faults
}

// contents returns the contents of a parcel in the body. For an invalid body, it writes the refusal itself.
func contents(w http.ResponseWriter, r *http.Request) (object, bool) {
	if mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); mediaType != "application/json" {
		fail(w, 415, "unsupported-media-type", "The media type of the body is not application/json.")
		return nil, false
	}
	var value any
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 65536))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		fail(w, 413, "too-large", "The body has more than 65536 bytes.")
		return nil, false
	}
	if err != nil || !utf8.Valid(text) || json.Unmarshal(text, &value) != nil {
		fail(w, 400, "not-json", "The body is not JSON.")
		return nil, false
	}
	if faults := faultsOf(value); faults != nil {
		invalid(w, faults...)
		return nil, false
	}
	return value.(object), true
}

var (
	idPattern     = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)
	cursorPattern = regexp.MustCompile(`^c[0-9]{1,9}$`)
	limitPattern  = regexp.MustCompile(`^-?[0-9]+$`)
)

// identified calls the handler only for identifiers that the contract permits.
func identified(next func(http.ResponseWriter, *http.Request, string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if id := r.PathValue("parcel_id"); idPattern.MatchString(id) {
			next(w, r, id)
		} else {
			invalid(w, fault{"/parcel_id", "must be 1 to 40 of a-z, 0-9 and -"})
		}
	}
}

func (s *store) list(w http.ResponseWriter, r *http.Request) {
	limit, cursor := "10", "c0"
	query := r.URL.Query()
	if query.Has("limit") {
		limit = query.Get("limit")
	}
	if query.Has("cursor") {
		cursor = query.Get("cursor")
	}
	var faults []fault
	count, err := strconv.Atoi(limit)
	if !limitPattern.MatchString(limit) || err != nil || count < 1 || count > 50 {
		faults = append(faults, fault{"/limit", "must be an integer from 1 to 50"})
	}
	if !cursorPattern.MatchString(cursor) {
		faults = append(faults, fault{"/cursor", "must be the next_cursor of a page"})
	}
	if faults != nil {
		invalid(w, faults...)
		return
	}
	start, _ := strconv.Atoi(cursor[1:])
	s.Lock()
	defer s.Unlock()
	page, end := []object{}, start
	for ; end < len(s.order) && len(page) < count; end++ {
		page = append(page, s.parcels[s.order[end]])
	}
	var next any
	if len(page) > 0 && end < len(s.order) {
		next = fmt.Sprintf("c%d", end)
	}
	send(w, 200, "application/json", object{"parcels": page, "next_cursor": next})
}

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	body, ok := contents(w, r)
	if !ok {
		return
	}
	s.Lock()
	defer s.Unlock()
	parcel := s.add(body)
	w.Header().Set("Location", "/parcels/"+parcel["parcel_id"].(string))
	send(w, 201, "application/json", parcel)
}

func (s *store) get(w http.ResponseWriter, _ *http.Request, id string) {
	s.Lock()
	defer s.Unlock()
	if parcel, found := s.parcels[id]; found {
		send(w, 200, "application/json", parcel)
	} else {
		notFound(w)
	}
}

func (s *store) replace(w http.ResponseWriter, r *http.Request, id string) {
	body, ok := contents(w, r)
	if !ok {
		return
	}
	s.Lock()
	defer s.Unlock()
	parcel, found := s.parcels[id]
	if !found {
		notFound(w)
		return
	}
	s.parcels[id] = kept(body, id, parcel["created_at"])
	send(w, 200, "application/json", s.parcels[id])
}

func (s *store) remove(w http.ResponseWriter, _ *http.Request, id string) {
	s.Lock()
	defer s.Unlock()
	if _, found := s.parcels[id]; !found {
		notFound(w)
		return
	}
	delete(s.parcels, id)
	for index, known := range s.order {
		if known == id {
			s.order = append(s.order[:index], s.order[index+1:]...)
			break
		}
	}
	w.WriteHeader(204)
}

func notAllowed(allow string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allow)
		fail(w, 405, "method-not-allowed", "The path does not support the method.")
	}
}

func authenticated(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") && token == os.Getenv("SVC_TOKEN") {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		fail(w, 401, "unauthenticated", "The token is missing or wrong.")
	}
}

func main() {
	s := &store{}
	s.reset()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /parcels", s.list)
	mux.HandleFunc("POST /parcels", s.create)
	mux.HandleFunc("/parcels", notAllowed("GET, HEAD, POST"))
	mux.HandleFunc("GET /parcels/{parcel_id}", identified(s.get))
	mux.HandleFunc("PUT /parcels/{parcel_id}", identified(s.replace))
	mux.HandleFunc("DELETE /parcels/{parcel_id}", identified(s.remove))
	mux.HandleFunc("/parcels/{parcel_id}", notAllowed("GET, HEAD, PUT, DELETE"))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fail(w, 404, "not-found", "The path does not exist.") })
	mux.HandleFunc("POST /-/reset", func(w http.ResponseWriter, _ *http.Request) {
		s.Lock()
		defer s.Unlock()
		s.reset()
		w.WriteHeader(204)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], authenticated(mux)))
}
