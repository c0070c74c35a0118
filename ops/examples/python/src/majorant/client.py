"""The API of a server, as /api/openapi.json describes it."""

import json
import urllib.error
import urllib.parse
import urllib.request


class Refused(Exception):
    """Says in one line why the server does not do what it was asked for.

    Its status is HTTP's: 400 and 413 are about the examples, 404 is about the model, 503 may pass.
    """

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Majorant:
    """A server. Immutable, and for any number of threads."""

    def __init__(self, url, token=None, seconds=10):
        """
        url: such as http://localhost:8080
        token: the server's, if it has one
        seconds: how long to wait for an answer
        """
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._seconds = seconds

    def models(self):
        """What is known of the newest version of each model."""
        return self._ask("api/models")

    def predict(self, model, example, **asked):
        """
        Predicts one example, a dict as a line of `--format jsonl`, or such a line itself.

        version: the one that is to predict; else the newest
        given: whether labels and states that an example has are given
        explain: of points, how many features to explain the scores by
        """
        said = self._predict(model, as_json(example), **asked)
        if isinstance(said, list):
            raise Refused(400, "this is a list of examples, and no example")
        return said

    def predict_all(self, model, examples, **asked):
        """Predicts at most 10,000 examples in one request. If one is refused, all are."""
        return self._predict(model, "[" + ",".join(map(as_json, examples)) + "]", **asked)

    def _predict(self, model, body, version=None, given=None, explain=None):
        path = f"api/models/{urllib.parse.quote(model, safe='')}"
        if version is not None:
            path += f"/versions/{version}"
        asked = {"given": given and "true", "explain": explain}
        query = urllib.parse.urlencode({name: v for name, v in asked.items() if v is not None})
        return self._ask(f"{path}/predict?{query}", body.encode("utf-8", "replace"))

    def _ask(self, path, body=None):
        headers = dict(self._headers, **{"Content-Type": "application/json"} if body else {})
        request = urllib.request.Request(f"{self._url}/{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=self._seconds) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as e:
            with e:
                raise Refused(e.code, reason(e.read()) or f"HTTP {e.code}") from e


def as_json(example):
    return example if isinstance(example, str) else json.dumps(example)


def reason(said):
    """What an answer says is wrong; None where it is not the server's own, as of a proxy."""
    try:
        return json.loads(said)["error"]
    except (ValueError, TypeError, KeyError):
        return None
