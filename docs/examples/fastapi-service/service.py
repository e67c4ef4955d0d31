"""A service in FastAPI: `python3 service.py PORT` serves it, `python3 service.py --openapi` writes its contract."""

import json
import sys
from typing import Annotated

import uvicorn
from fastapi import FastAPI, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field


class NoteCreate(BaseModel):
    # A number is not accepted as a text, and unknown members are refused.
    model_config = ConfigDict(strict=True, extra="forbid")
    title: str = Field(min_length=1, max_length=80)
    text: str | None = None


class Note(NoteCreate):
    note_id: str


app = FastAPI(
    title="Notes",
    version="1.0.0",
    # The names of the functions are the ids of the operations.
    generate_unique_id_function=lambda route: route.name,
    # An id that ends with a slash would be redirected to another path.
    redirect_slashes=False,
)
notes: dict[str, Note] = {}


@app.exception_handler(RequestValidationError)
def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    """FastAPI's own message repeats the input, which may contain text that a reply cannot contain."""
    return JSONResponse({"detail": [{name: fault[name] for name in ("loc", "msg", "type")} for fault in error.errors()]}, 422)


@app.post("/-/reset", status_code=204, include_in_schema=False)
def reset() -> None:
    notes.clear()
    notes["note-1"] = Note(note_id="note-1", title="Welcome")


@app.post("/notes", status_code=201)
def create_note(body: NoteCreate) -> Note:
    note = Note(note_id=f"note-{len(notes) + 1}", **body.model_dump())
    notes[note.note_id] = note
    return note


@app.get("/notes/{note_id}", responses={404: {"description": "No note has this id."}})
def get_note(note_id: Annotated[str, Path(min_length=1)]) -> Note:
    if note_id not in notes:
        raise HTTPException(404, "No note has this id.")
    return notes[note_id]


if __name__ == "__main__":
    if sys.argv[1] == "--openapi":
        with open("openapi.json", "w", encoding="utf-8") as file:
            json.dump(app.openapi(), file, indent=2)
    else:
        reset()
        uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
