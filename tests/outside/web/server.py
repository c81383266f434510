"""A `chuhe serve` process on a free port, with its own data folder."""

import pathlib
import signal
import subprocess
import tempfile

from ..common import start

PATIENCE_S = 20


class Server:
    def __init__(self, engine, *arguments, folder=None):
        """`folder` is the folder in which the data folder is created."""
        self.engine, self.arguments = engine, arguments
        self.folder = tempfile.TemporaryDirectory(prefix="chuhe-serve-", dir=folder)
        self.data = pathlib.Path(self.folder.name)
        self.port = 0
        self.start()

    def start(self):
        """Starts the server, after `kill` on the same port and with the same games."""
        command = [self.engine, "serve", "--port", self.port, "--data", self.data, *self.arguments]
        self.process = start(*command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f"{command} exited with code {self.process.wait()}")
        self.port = int(self.address.split(":")[2].split("/")[0])

    def kill(self):
        """Ends the server without warning, like a power failure."""
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def stop(self):
        """Ends the server like Ctrl-C."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()
