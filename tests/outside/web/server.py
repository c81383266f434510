"""A `chuhe serve` of one's own, on a free port and with a data folder of its own."""

import pathlib
import signal
import subprocess
import tempfile

from ..common import start

PATIENCE_S = 20


class Server:
    def __init__(self, engine, *arguments, folder=None):
        """`folder` is where its data folder will be."""
        self.engine, self.arguments = engine, arguments
        self.folder = tempfile.TemporaryDirectory(prefix="chuhe-serve-", dir=folder)
        self.data = pathlib.Path(self.folder.name)
        self.port = 0
        self.start()

    def start(self):
        """Starts it; after `kill`, on the same port and with the same games."""
        command = [self.engine, "serve", "--port", self.port, "--data", self.data, *self.arguments]
        self.process = start(*command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f"{command} ended with {self.process.wait()}")
        self.port = int(self.address.split(":")[2].split("/")[0])

    def kill(self):
        """Ends it without a warning, as a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def stop(self):
        """Ends it as Ctrl-C does."""
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
