"""`stagegraph serve` on the loopback: started with the first call, ended with the interpreter."""

import atexit
import json
import os
import re
import shlex
import shutil
import subprocess
import threading
import urllib.error
import urllib.request


class StagegraphError(Exception):
    """What was asked for cannot be answered; `lines` has a line for each fault, `code` is one of the server's."""

    def __init__(self, code, lines):
        super().__init__("\n".join(lines))
        self.code = code
        self.lines = list(lines)


_lock = threading.Lock()
_running = None


def _command():
    given = os.environ.get("STAGEGRAPH")
    if given:
        return shlex.split(given)
    found = shutil.which("stagegraph")
    if found:
        return [found]
    raise StagegraphError(
        "noCommand",
        ["the command stagegraph is not on the path: install it (docs/library.md), or name it in STAGEGRAPH"],
    )


def _start():
    """The process and its address."""
    command = [*_command(), "serve", "--port", "0"]
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    except OSError as reason:
        raise StagegraphError("noCommand", [f"{command[0]} cannot be started: {reason}"]) from reason
    line = process.stdout.readline()
    address = re.match(r"(http://\S+/)", line)
    if not address:
        process.kill()
        process.wait()
        raise StagegraphError("noServer", [f"{' '.join(command)} did not start a server"])
    return process, address[1]


def _address():
    global _running
    with _lock:
        if _running is not None and _running[0].poll() is not None:
            _running[0].stdout.close()
            _running = None
        if _running is None:
            _running = _start()
        return _running[1]


@atexit.register
def _end():
    global _running
    with _lock:
        if _running is not None:
            _running[0].terminate()
            _running[0].wait()
            _running[0].stdout.close()
        _running = None


# The loopback is never behind a proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(tool, **inputs):
    """The answer of one tool of the server; an interrupt ends the computation."""
    request = urllib.request.Request(
        f"{_address()}v1/{tool}",
        data=json.dumps(inputs, allow_nan=False).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with _opener.open(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        with refused:
            error = json.load(refused)["error"]
        raise StagegraphError(error["code"], error["lines"]) from None
