"""What is asked of a server, and what becomes of its answers."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from majorant import Majorant, Refused


class Server(BaseHTTPRequestHandler):
    answer = (200, "{}")  # to the next request
    asked = None  # the last one

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        Server.asked = (self.command, self.path, body, self.headers.get("Authorization"))
        status, text = Server.answer
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST

    def log_message(self, *args):
        pass


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = HTTPServer(("127.0.0.1", 0), Server)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.url = f"http://127.0.0.1:{cls.server.server_port}/"

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def test_one_example_is_posted_as_json_and_text_is_json_already(self):
        Server.answer = (200, '{"version":7,"label":"yes"}')
        majorant = Majorant(self.url, token="secret")
        self.assertEqual(majorant.predict("a b", {"features": {"a": 1}})["version"], 7)
        self.assertEqual(
            Server.asked,
            ("POST", "/api/models/a%20b/predict?", '{"features": {"a": 1}}', "Bearer secret"),
        )
        majorant.predict("m", '{"vector":{}}', version=3, explain=5, given=True)
        self.assertEqual(
            Server.asked[1:3],
            ("/api/models/m/versions/3/predict?given=true&explain=5", '{"vector":{}}'),
        )

    def test_several_examples_are_one_request(self):
        Server.answer = (200, '[{"version":7},{"version":7}]')
        majorant = Majorant(self.url)
        self.assertEqual(len(majorant.predict_all("m", [{"vector": {}}, '{"vector":{}}'])), 2)
        self.assertEqual(json.loads(Server.asked[2]), [{"vector": {}}, {"vector": {}}])
        majorant.models()
        self.assertEqual(Server.asked, ("GET", "/api/models", "", None))

    def test_what_is_refused_has_the_status_and_the_reason_of_the_server(self):
        for status, text, message in (
            (400, '{"error":"example:1: no"}', "example:1: no"),
            (502, "<html>", "HTTP 502"),
            (200, "[]", "this is a list of examples, and no example"),
        ):
            Server.answer = (status, text)
            with self.assertRaises(Refused) as refused:
                Majorant(self.url).predict("m", {})
            self.assertEqual(str(refused.exception), message)
            self.assertEqual(refused.exception.status, 400 if status == 200 else status)


if __name__ == "__main__":
    unittest.main()
