"""Receives events of the Financing Service in Python 3.10 or later: python3 receiver.py"""

import hashlib
import hmac
import json
import os
import re
import sys
import tempfile
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300  # seconds between the time of a signature and the clock of this machine
MAX_BYTES = 65536


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


def parse_event(body: bytes) -> dict | None:
    """Parse a signed body, and return None if it isn't an event."""
    try:
        # Python refuses to convert integers of more than 4,300 digits.
        event = json.loads(body, parse_int=Decimal)
    except RecursionError:
        return {}  # nested too deeply to read, but signed
    except ValueError:
        return None
    is_event = (
        isinstance(event, dict)
        and isinstance(event.get("eventType"), str)
        and isinstance(event.get("payload"), dict)
    )
    return event if is_event else None


def first_text(file: str, text: str) -> str:
    """Create a file with a text, unless the file exists, and return the text that it has."""
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(file), encoding="utf-8") as unfinished:
        unfinished.write(text)
        unfinished.flush()
        try:
            os.link(unfinished.name, file)
        except FileExistsError:
            pass  # the first of two events wins
    with open(file, encoding="utf-8") as first:
        return first.read()


def folder_for(event: dict, inbox: str) -> str:
    """Return the inbox, or `second-loans` for another purchase of an order that an earlier one has paid."""
    payload = event.get("payload", {})
    order = payload.get("transactionId") or payload.get("referral")
    purchase = payload.get("purchaseId") or ""
    is_purchase = event.get("eventType") == "TEXT_TO_PAY_COMPLETED" and isinstance(order, str)
    if not is_purchase or not isinstance(purchase, (str, Decimal)) or not purchase:
        return inbox
    for folder in ("purchases", "second-loans"):
        os.makedirs(os.path.join(inbox, folder), exist_ok=True)
    name = hashlib.sha256(order.encode("utf-8", "replace")).hexdigest()
    purchase = str(purchase).encode("utf-8", "replace").decode()
    if first_text(os.path.join(inbox, "purchases", name), purchase) == purchase:
        return inbox
    print(
        "An order is financed twice: see second-loans, and ask the service operator to void the purchase",
        file=sys.stderr,
    )
    return os.path.join(inbox, "second-loans")


def store_event(folder: str, signed: str, body: bytes) -> None:
    """Store an event as a file. A repeated delivery has the same name, so it's stored once."""
    name = hashlib.sha256(signed.encode() + b"." + body).hexdigest()
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as unfinished:
        unfinished.write(body)
    # Renamed when complete, so a reader never sees half an event.
    os.replace(unfinished.name, os.path.join(folder, f"{name}.json"))


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
        if len(length) > 9 or int(length) > MAX_BYTES:
            return 413
        # The signature covers the raw bytes, so verify them before parsing.
        body = self.rfile.read(int(length))
        signed = signed_at(self.headers.get("svc-signature", ""), body, SECRETS)
        if signed is None:
            return 401
        event = parse_event(body)
        if event is None:
            return 400
        try:
            store_event(folder_for(event, INBOX), signed, body)
        except OSError as error:
            self.log_error("The event was not stored: %s", error)
            return 500
        return 204


# While a secret is rotated, there are two, separated by a comma. Each has at least 16 characters.
SECRETS = [secret.strip() for secret in os.environ.get("FINANCING_WEBHOOK_SECRET", "").split(",")]
INBOX = os.environ.get("INBOX", "")
if min(map(len, SECRETS)) < 16 or not os.path.isdir(INBOX):
    sys.exit("Set FINANCING_WEBHOOK_SECRET (16 characters or more) and INBOX (a folder)")
port = int(os.environ.get("PORT", "9000"))
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
