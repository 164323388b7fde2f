"""What those ask who run the server: does it live, may it be sent visitors, and its numbers."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, HTTPException, Request, Response

from app import VERSION, meter
from app.store import readiness
from app.web.api import Json

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthy(request: Request) -> Json:
    """The process runs and answers; nothing else is asked, so that a slow database restarts nobody."""
    return Json({"ok": True, "version": VERSION, "build": request.app.state.build})


@router.get("/readyz")
async def ready(request: Request) -> Json:
    """Whether visitors may be sent here: 503 while it closes, while the database cannot be used, and while other
    processes are not heard."""
    state = request.app.state
    found = await readiness.look(state.reader)
    checks = {
        "serving": not state.closing,
        "database": found.database,
        "migrations": found.migrations,
        "bus": state.rooms.bus.alive,
    }
    fine = all(checks.values())
    return Json({"ready": fine, **checks}, 200 if fine else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The numbers, for whoever brings the token; for everybody else there is no such page."""
    state = request.app.state
    given = request.headers.get("authorization", "").encode()
    wanted = b"Bearer " + state.settings.metrics_token.get_secret_value().encode()
    if state.meter is None or not hmac.compare_digest(given, wanted):
        raise HTTPException(404)
    return Response(state.meter.text(), headers={"Cache-Control": "no-store"}, media_type=meter.CONTENT_TYPE)
