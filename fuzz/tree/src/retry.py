"""Retries with growing waits."""


class Retry:
    def __init__(self, limit=3):
        self.limit = limit

    def run(self, work):
        for attempt in range(self.limit):
            try:
                return work()
            except OSError:
                self.wait(attempt)
        raise RuntimeError("gave up")

    def wait(self, attempt):
        return 2**attempt
