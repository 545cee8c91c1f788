"""Receives events of the Financing Service in Python 3.10 or later: python3 receiver.py"""

import hashlib
import hmac
import json
import os
import re
import sys
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300  # seconds between the time of a signature and the clock of this machine
MOST_BYTES = 65536


def signed_at(header: str, body: bytes, secrets: list[str]) -> str | None:
    """Return the time of a signature that is at most five minutes old and made with one of the secrets."""
    found = re.search(r"(?:^|,)\s*t=([0-9]{1,12})\s*(?:,|$)", header)
    if not found or abs(time.time() - int(found[1])) > TOLERANCE:
        return None
    signatures = re.findall(r"(?:^|,)\s*v1=([0-9a-f]{64})", header.lower())
    for secret in secrets:
        expected = hmac.new(secret.encode(), found[1].encode() + b"." + body, hashlib.sha256)
        for signature in signatures:
            # Takes the same time for every wrong signature.
            if hmac.compare_digest(expected.hexdigest(), signature):
                return found[1]
    return None


def is_event(body: bytes) -> bool:
    try:
        # Python refuses to convert integers of more than 4,300 digits.
        event = json.loads(body, parse_int=float)
    except RecursionError:
        return True  # nested too deep to look into, but signed
    except ValueError:
        return False
    return (
        isinstance(event, dict)
        and isinstance(event.get("eventType"), str)
        and isinstance(event.get("payload"), dict)
    )


def store_event(inbox: str, signed: str, body: bytes) -> None:
    """Store an event as a file. A repeated delivery has the same name, so it is stored once."""
    name = hashlib.sha256(signed.encode() + b"." + body).hexdigest()
    with tempfile.NamedTemporaryFile(dir=inbox, delete=False) as unfinished:
        unfinished.write(body)
    # Renamed when complete: a reader never sees half an event.
    os.replace(unfinished.name, os.path.join(inbox, f"{name}.json"))


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds that a slow sender gets

    def do_POST(self) -> None:
        self.answer(self.receive())

    def do_GET(self) -> None:
        self.answer(405)

    do_HEAD = do_PUT = do_DELETE = do_GET

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        if status == 405:
            self.send_header("Allow", "POST")
        self.end_headers()

    def receive(self) -> int:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return 411
        # Python refuses to convert a number of more than 4,300 digits.
        if len(length) > 9 or int(length) > MOST_BYTES:
            return 413
        # The signature covers the bytes as they came: verify first, parse afterwards.
        body = self.rfile.read(int(length))
        signed = signed_at(self.headers.get("svc-signature", ""), body, SECRETS)
        if signed is None:
            return 401
        if not is_event(body):
            return 400
        try:
            store_event(INBOX, signed, body)
        except OSError as error:
            self.log_error("The event was not stored: %s", error)
            return 500
        return 204


# Two secrets, separated by a comma, while one is rotated. The service has 16 characters or more in each.
SECRETS = os.environ.get("FINANCING_WEBHOOK_SECRET", "").split(",")
INBOX = os.environ.get("INBOX", "")
if min(map(len, SECRETS)) < 16 or not os.path.isdir(INBOX):
    sys.exit("Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)")
port = int(os.environ.get("PORT", "9000"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
