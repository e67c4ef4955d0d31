"""The parcel service (../parcels.openapi.yaml) in FastAPI: `python3 service.py PORT`. SVC_TOKEN contains the token."""

import datetime
import os
import re
import sys
from typing import Annotated, Any, Literal

import uvicorn
from fastapi import Body, Depends, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator
from starlette.exceptions import HTTPException as StarletteHTTPException

Tag = Annotated[str, Field(min_length=1, max_length=20)]


class Contents(BaseModel):
    # A JSON string is not a number, even if it contains only digits.
    model_config = ConfigDict(strict=True, extra="forbid")

    recipient: str = Field(min_length=1, max_length=60)
    weight_grams: int = Field(ge=1, le=30000)
    service: Literal["standard", "express"] = "standard"
    note: Annotated[str, Field(max_length=200)] | None = None
    tags: list[Tag] = Field(default=[], max_length=5)

    @field_validator("weight_grams", mode="before")
    @classmethod
    def whole(cls, value: Any) -> Any:
        # 1.0 is an integer (JSON Schema 2020-12, 6.1.1).
        return int(value) if isinstance(value, float) and value.is_integer() else value

    @field_validator("tags")
    @classmethod
    def different(cls, value: list[str]) -> list[str]:
        if len(set(value)) != len(value):
            raise ValueError("must be different strings")
        return value


def digits(value: Any) -> Any:
    # Python would also accept ' 5 ', '1_0' and digits of other scripts.
    if isinstance(value, str) and re.fullmatch("-?[0-9]+", value) is None:
        raise ValueError("must be an integer")
    return value


Limit = Annotated[int, BeforeValidator(digits), Query(ge=1, le=50)]
Cursor = Annotated[str, Query(pattern="^c[0-9]{1,9}$")]
ParcelId = Annotated[str, Path(pattern="^[a-z0-9-]{1,40}$")]

parcels: dict[str, dict[str, Any]] = {}
created = 0


def add(contents: dict[str, Any]) -> dict[str, Any]:
    global created
    created += 1
    at = datetime.datetime(2026, 1, 5, 8) + datetime.timedelta(seconds=created)
    parcel = {"parcel_id": f"p-{created}", "service": "standard", **contents, "created_at": at.isoformat() + "Z"}
    parcels[parcel["parcel_id"]] = parcel
    return parcel


def reset() -> None:
    global created
    parcels.clear()
    created = 0
    for index in range(1, 61):
        add({"recipient": f"Recipient {index}", "weight_grams": index * 100})


class Problem(Exception):
    def __init__(self, status: int, name: str, title: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        self.status = status
        self.headers = headers
        self.content = {"type": f"urn:problem-type:{name}", "title": title, "status": status, **more}


def media_type(request: Request) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


def json_only(request: Request) -> None:
    if media_type(request) != "application/json":
        raise Problem(415, "unsupported-media-type", "The media type of the body is not application/json.")


# A redirect of `/parcels/` to `/parcels` is not part of the contract.
app = FastAPI(openapi_url=None, redirect_slashes=False)


@app.middleware("http")
async def authenticated(request: Request, call_next: Any) -> Response:
    """Runs before the routes: without a token, the reply does not show whether a path exists."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or token != os.environ["SVC_TOKEN"]:
        return problem(request, Problem(401, "unauthenticated", "The token is missing or wrong.", {"WWW-Authenticate": "Bearer"}))
    if media_type(request) == "application/json" and len(await request.body()) > 65536:
        return problem(request, Problem(413, "too-large", "The body has more than 65536 bytes."))
    return await call_next(request)


@app.exception_handler(Problem)
def problem(_: Request, error: Problem) -> Response:
    return JSONResponse(error.content, error.status, error.headers, "application/problem+json")


def pointer(parts: tuple[int | str, ...]) -> str:
    """The JSON pointer of a place, with escaped `~` and `/` (RFC 6901, 3)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


@app.exception_handler(RequestValidationError)
def invalid(request: Request, error: RequestValidationError) -> Response:
    """FastAPI's default 422 reply is not a problem document, so it is replaced."""
    if any(fault["type"] == "json_invalid" for fault in error.errors()):
        return problem(request, Problem(400, "not-json", "The body is not JSON."))
    faults = [{"pointer": pointer(fault["loc"][1:]), "detail": fault["msg"]} for fault in error.errors()]
    return problem(request, Problem(422, "invalid-input", "The input breaks the contract.", errors=faults))


@app.exception_handler(StarletteHTTPException)
def refused(request: Request, error: HTTPException) -> Response:
    """Replaces FastAPI's default replies to unknown paths and methods, and to a body that is not UTF-8."""
    if error.status_code == 405:
        allow = "GET, POST" if request.url.path == "/parcels" else "GET, PUT, DELETE"
        return problem(request, Problem(405, "method-not-allowed", "The path does not support the method.", {"Allow": allow}))
    if error.status_code == 400:
        return problem(request, Problem(400, "not-json", "The body is not JSON."))
    return problem(request, Problem(error.status_code, "not-found", "The path does not exist."))


@app.post("/-/reset", status_code=204)
def reset_all() -> None:
    reset()


@app.get("/parcels")
def list_parcels(limit: Limit = 10, cursor: Cursor = "c0") -> dict[str, Any]:
    start = int(cursor[1:])
    page = list(parcels.values())[start : start + limit]
    end = start + len(page)
    return {"parcels": page, "next_cursor": f"c{end}" if page and end < len(parcels) else None}


@app.post("/parcels", status_code=201, dependencies=[Depends(json_only)])
def create_parcel(contents: Annotated[Contents, Body()], response: Response) -> dict[str, Any]:
    parcel = add(contents.model_dump(exclude_unset=True))
    response.headers["Location"] = f"/parcels/{parcel['parcel_id']}"
    return parcel


def existing(parcel_id: ParcelId) -> dict[str, Any]:
    if parcel_id not in parcels:
        raise Problem(404, "not-found", "The parcel does not exist.")
    return parcels[parcel_id]


@app.get("/parcels/{parcel_id}")
def get_parcel(parcel: Annotated[dict[str, Any], Depends(existing)]) -> dict[str, Any]:
    return parcel


@app.put("/parcels/{parcel_id}", dependencies=[Depends(json_only)])
def replace_parcel(parcel_id: ParcelId, contents: Annotated[Contents, Body()]) -> dict[str, Any]:
    parcel = existing(parcel_id)
    kept = {name: parcel[name] for name in ("parcel_id", "created_at")}
    parcels[parcel_id] = {"service": "standard", **contents.model_dump(exclude_unset=True), **kept}
    return parcels[parcel_id]


@app.delete("/parcels/{parcel_id}", status_code=204)
def delete_parcel(parcel: Annotated[dict[str, Any], Depends(existing)]) -> None:
    del parcels[parcel["parcel_id"]]


if __name__ == "__main__":
    reset()
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
