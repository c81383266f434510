"""Tests the API of `chuhe serve` against its OpenAPI description, with schemathesis: generated valid requests must be
answered as described, and invalid ones must be refused.

    python3 -m tests.outside.web.api ENGINE [REQUESTS]    number of requests of each kind, by default 100

Needs the environment of setup.sh.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from ..common import engine_parser
from .explorer import make_database
from .server import Server

# Reduces valid times and high levels, because no response depends on them. Invalid times remain, because they must be
# refused.
HOOKS = """
import schemathesis

@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if case.path == "/api/analyze" and isinstance(body, dict):
        movetime = body.get("movetime")
        if movetime is None or isinstance(movetime, (int, float)) and 200 < movetime <= 60000:
            case.body = {**body, "movetime": 200}
    if isinstance(body, dict) and body.get("level") in ("middle", "high", "full"):
        case.body = {**body, "level": "low"}
    if isinstance(body, dict) and body.get("level") in range(4, 11):
        case.body = {**body, "level": 3}
"""

# Many values of the correct type are meaningless, such as a FEN with arbitrary characters; these get status 422. A body
# that is too long is refused whatever it contains.
SETTINGS = """
[checks]
positive_data_acceptance.expected-statuses = [200, 422]
negative_data_rejection.expected-statuses = [400, 404, 405, 406, 413, 415, 422]
"""


def main():
    arguments = engine_parser(__doc__)
    arguments.add_argument("requests", nargs="?", default="100")
    options = arguments.parse_args()
    tool = pathlib.Path(sys.executable).parent / "schemathesis"
    with (tempfile.TemporaryDirectory() as folder,
          Server(options.engine, "--db", make_database(options.engine, folder)) as server):
        settings = pathlib.Path(folder) / "schemathesis.toml"
        settings.write_text(SETTINGS)
        (pathlib.Path(folder) / "hooks.py").write_text(HOOKS)
        environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": folder}
        command = [tool, "--config-file", settings, "run", f"{server.address}api/openapi.json", "--checks", "all",
                   "--max-examples", options.requests, "--generation-database", "none"]
        sys.exit(subprocess.run(command, cwd=folder, env=environment).returncode)


if __name__ == "__main__":
    main()
