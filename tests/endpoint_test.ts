// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { endpointPort, LnkError, NOT_LINKED } from "@lnk/tool";

Deno.test.each<[string, number]>([
  ["http://127.0.0.1:8080", 8080],
  ["http://localhost:8080", 8080],
  ["http://localhost:8080/", 8080],
  ["http://127.0.0.1:1/a/b", 1],
  ["http://127.0.0.1:65535", 65535],
  ["http://127.0.0.1:80", 80],
  ["http://localhost:80/", 80],
  ["HTTP://LOCALHOST:9", 9],
  ["hTTp://LocalHost:9/Path", 9],
  ["http://localhost:9//", 9],
  ["http://localhost:9/a@b:c", 9],
  ["http://localhost:9/%2e%2E/x;y=1,(2)*'!$&+=~_-.", 9],
])("endpointPort() reads %s", (url, port) => {
  assertEquals(endpointPort(url), port);
});

const HOST = "not 127.0.0.1 or localhost";
const SCHEME = "it does not start with http://";
const PORT = "not a number from 1 to 65535 without leading zeros";
const SPACE = "it has white space or a control character in it";
const USER = "it has user information before its host";

Deno.test.each<[string, string]>([
  ["", "it is empty"],
  // scheme
  ["https://127.0.0.1:8080", SCHEME],
  ["ws://localhost:8080", SCHEME],
  ["127.0.0.1:8080", SCHEME],
  ["localhost:8080", SCHEME],
  ["//localhost:8080", SCHEME],
  ["http:localhost:8080", SCHEME],
  ["http:/localhost:8080", SCHEME],
  ["unix:///run/a.sock", SCHEME],
  ["http+unix://localhost:80", SCHEME],
  // host
  ["http://127.1:8080", `its host is "127.1", ${HOST}`],
  ["http://127.0.1:8080", HOST],
  ["http://0x7f000001:8080", `its host is "0x7f000001", ${HOST}`],
  ["http://0x7f.0.0.1:8080", HOST],
  ["http://2130706433:8080", HOST],
  ["http://0177.0.0.1:8080", HOST],
  ["http://127.000.000.001:8080", HOST],
  ["http://127.0.0.1.:8080", `its host is "127.0.0.1.", ${HOST}`],
  ["http://localhost.:8080", HOST],
  ["http://127.0.0.2:8080", HOST],
  ["http://0.0.0.0:8080", HOST],
  ["http://0:8080", HOST],
  ["http://[::1]:8080", `its host is "[::1]", ${HOST}`],
  ["http://[::ffff:127.0.0.1]:8080", HOST],
  ["http://[127.0.0.1]:8080", HOST],
  ["http://::1:8080", HOST],
  ["http://%6cocalhost:8080", HOST],
  ["http://127.0.0.1%2e:8080", HOST],
  ["http://localhost.example.com:8080", HOST],
  ["http://127.0.0.1.nip.io:8080", HOST],
  ["http://example.com:8080/127.0.0.1:8080", HOST],
  ["http://:8080", HOST],
  ["http:///localhost:8080", HOST],
  ["http://", HOST],
  // user information
  ["http://user@127.0.0.1:8080", USER],
  ["http://user:secret@localhost:8080", USER],
  ["http://127.0.0.1:8080@example.com:80", USER],
  ["http://@localhost:8080", USER],
  // port
  ["http://127.0.0.1", "it has no port"],
  ["http://localhost/", "it has no port"],
  ["http://localhost:", "it has no port"],
  ["http://localhost:/", "it has no port"],
  ["http://localhost:0", PORT],
  ["http://localhost:65536", PORT],
  ["http://localhost:99999", PORT],
  ["http://localhost:100000", PORT],
  ["http://localhost:08080", PORT],
  ["http://localhost:00", PORT],
  ["http://localhost:+80", PORT],
  ["http://localhost:-1", PORT],
  ["http://localhost:8e3", PORT],
  ["http://localhost:0x50", PORT],
  ["http://localhost:80.0", PORT],
  ["http://localhost:80:90", PORT],
  ["http://localhost:80abc", PORT],
  // what two readers could read in two ways
  [" http://localhost:8080", SPACE],
  ["http://localhost:8080 ", SPACE],
  ["http://localhost:8080\n", SPACE],
  ["http://local\thost:8080", SPACE],
  ["http://localhost:80\r\n80", SPACE],
  ["http://localhost:8080/\u0000", SPACE],
  ["http://localhost:8080/\u202e", SPACE],
  ["\ufeffhttp://localhost:8080", SPACE],
  ["http://local\u00adhost:8080", SPACE],
  ["http://localhost:8080\\@example.com", "it has a backslash in it"],
  ["http:\\\\localhost:8080", "it has a backslash in it"],
  ["http://loc\u0430lhost:8080", "it has a character beyond ASCII in it"],
  ["http://\uff4cocalhost:8080", "it has a character beyond ASCII in it"],
  ["http://127\u30020.0.1:8080", "it has a character beyond ASCII in it"],
  ["http://localhost:\u0661", "it has a character beyond ASCII in it"],
  // after the port
  ["http://localhost:8080?x", "it has a query or a fragment"],
  ["http://localhost:8080/a?x", "it has a query or a fragment"],
  ["http://localhost:8080#x", "it has a query or a fragment"],
  ["http://localhost:8080/a%zz", "a character that must be percent-encoded"],
  ["http://localhost:8080/<a>", "a character that must be percent-encoded"],
])("endpointPort() refuses %j", (url, reason) => {
  const error = assertThrows(() => endpointPort(url), LnkError, reason);
  assertEquals([error.code, error.kind], ["endpoint/url", "usage"]);
  assert(!error.message.includes("secret"), "user information is not shown");
});

const pieces = fc.constantFrom(
  ..."http:// HTTP:// https:// http: // 127.0.0.1 127.1 localhost LOCALHOST [::1] user@ : :80 :8080 :0 80 / /a @ \\ ? # . %00 evil.com"
    .split(" "),
  " ",
  "\n",
  "\u3002",
);

Deno.test("endpointPort() takes only what a URL parser reads as loopback, whatever is put together", () => {
  let taken = 0;
  const check = (url: string) => {
    let port: number;
    try {
      port = endpointPort(url);
    } catch (error) {
      assert(error instanceof LnkError);
      return;
    }
    taken++;
    const parsed = new URL(url);
    assertEquals(parsed.protocol, "http:");
    assert(["127.0.0.1", "localhost"].includes(parsed.hostname));
    assertEquals(Number(parsed.port || 80), port);
    assertEquals(parsed.username + parsed.password + parsed.search, "");
  };
  const assembled = fc.array(pieces, { maxLength: 6 }).map((some) =>
    some.join("")
  );
  const around = fc.tuple(
    fc.constantFrom("http://127.0.0.1", "http://localhost", "http://"),
    assembled,
  ).map((two) => two.join(""));
  fc.assert(fc.property(fc.oneof(assembled, around), check), { numRuns: 3000 });
  fc.assert(fc.property(fc.string({ unit: "binary" }), check));
  assert(taken > 0, "some were taken");
});

Deno.test("endpointPort() refuses a huge text quickly and shortly", () => {
  for (const part of [":", "a", "[", "@", "%", "/%", " ", "1"]) {
    const url = `http://localhost:80/${part.repeat(300_000)}`;
    for (const text of [url, `http://${part.repeat(300_000)}`]) {
      try {
        endpointPort(text);
      } catch (error) {
        assert(error instanceof LnkError && error.message.length < 400);
      }
    }
  }
});

Deno.test("NOT_LINKED is 10, which no other failure exits with", () => {
  assertEquals(NOT_LINKED, 10);
});
