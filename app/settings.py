"""Every setting, read from the environment (WATERSIDE_..., DATABASE_URL, PUBLIC_URL)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The house's settings. No setting reaches chance or the clock."""

    model_config = SettingsConfigDict(env_prefix="WATERSIDE_", extra="ignore")

    data: Path = Field(Path("var"), description="folder of the SQLite file")
    database_url: str = Field(
        "",
        validation_alias=AliasChoices("WATERSIDE_DATABASE_URL", "DATABASE_URL"),
        description="empty: SQLite in the data folder; postgresql+asyncpg://... otherwise",
    )
    public_url: str = Field(
        "",
        validation_alias=AliasChoices("WATERSIDE_PUBLIC_URL", "PUBLIC_URL"),
        description="how browsers reach this server, for instance https://cards.example; empty at home",
    )
    root_path: str = Field("", description="sub-path behind a proxy, for instance /waterside")
    synchronous: Literal["FULL", "NORMAL"] = Field("FULL", description="SQLite: NORMAL survives a killed process only")
    trusted_proxies: list[str] = Field([], description="addresses whose X-Forwarded-For is believed")

    stock_sockets: bool = Field(False, description="rooms' messages go through uvicorn and the framework: slower")
    plain_files: bool = Field(False, description="scripts and styles as they are written: traces name their lines")
    metrics_token: SecretStr = Field(SecretStr(""), description="whoever brings it may read /metrics; empty: nobody")
    imprint: str = Field("", description="an address, or a text file that is shown at /imprint")
    privacy: str = Field("", description="an address, or a text file that is shown at /privacy")
    drain_ms: int = Field(0, ge=0, description="how long a server that is told to stop still takes visitors in")

    frame_bytes: int = Field(4096, ge=256)
    body_bytes: int = Field(65536, ge=1024)
    commands_per_second: float = Field(10, gt=0)
    commands_burst: float = Field(20, ge=1)
    chat_per_second: float = Field(1, gt=0)
    chat_burst: float = Field(5, ge=1)
    sockets_per_guest: int = Field(8, ge=1)
    watchers_per_room: int = Field(50, ge=0)
    rooms_per_hour: int = Field(10, ge=1)
    says_per_minute: int = Field(5, ge=1)
    analyses_per_hour: int = Field(30, ge=1, description="asked for from one address; what is kept is given to anybody")
    sockets: int = Field(10_000, ge=1, description="open at a time, whosever they are")
    rooms: int = Field(100_000, ge=1, description="kept at a time")

    keep_matches_days: int = Field(0, ge=0, description="finished matches are deleted after so many days; 0: never")

    next_ms: int = Field(15_000, ge=0, description="how long a deal's end waits for everybody's next")
    away_ms: int = Field(25_000, ge=0, description="when somebody who is gone is shown as away")
    takeover_ms: int = Field(90_000, ge=0, description="when a bot plays for somebody who is gone")
    host_ms: int = Field(60_000, ge=0, description="when the rights of a host who is gone pass on")
    share_ms: int = Field(10_000, ge=0, description="how long a seat's share of chance is waited for")
    bot_ms: int = Field(600, ge=0, description="the shortest shown delay of a bot")
    bot_spread_ms: int = Field(900, ge=0, description="how much longer a bot may take")
    bot_workers: int = Field(1, ge=1, le=64, description="processes that think for strong bots, at low priority")
    # With the shown delay, a bot's move takes less than five seconds whatever happens.
    bot_breaker_ms: int = Field(3_000, ge=1, description="when a strong bot is not waited for any longer")
