"""Rooms: a room is its log. `room.py` is pure; `hub.py` keeps open rooms; `socket.py` alone touches a WebSocket."""
