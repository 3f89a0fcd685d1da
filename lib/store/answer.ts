// Copyright 2026 the lnk authors. MIT license.

/**
 * What a store answers to a request of the bridge.
 *
 * @module
 */

import { fromContent, toContent } from "./content.ts";
import type { LogPage, LogRange, Store } from "./interface.ts";
import type {
  Answers,
  FileWriteRequest,
  ReadRequest,
  StoreRequest,
  WireFile,
} from "./protocol.ts";

/** The most characters of records in one reply, though always one record. */
const PAGE = 8 * 1024 * 1024;

/**
 * Asks a store what a client asked.
 *
 * @param store The store of the client's binding.
 * @param request What the client asked.
 * @returns What the reply's `ok` holds.
 * @throws {LnkError} Whatever the store refuses with, and
 *   `bridge/malformed-field`.
 */
export async function answerRequest(
  store: Store,
  request: StoreRequest,
): Promise<Answers[StoreRequest["op"]]> {
  switch (request.op) {
    case "file_read":
      return await fileRead(store, request.path);
    case "file_write":
      return { version: String(await fileWrite(store, request)) };
    case "file_list": {
      const files = await store.fileList(request.prefix);
      return {
        files: files.map(({ path, version }) => ({
          path,
          version: String(version),
        })),
      };
    }
    case "file_delete":
      await store.fileDelete(request.path, BigInt(request.expect));
      return {};
    case "last":
      return { last: await store.last(request.thread) };
    case "read":
      return shortened(await store.read(request.thread, rangeOf(request)));
    case "append": {
      const { thread, record, seq } = request;
      return await store.append(thread, record, seq);
    }
    case "lease_acquire":
      return await store.leaseAcquire(
        request.name,
        request.holder,
        request.ttl,
      );
    case "lease_renew":
      return await store.leaseRenew(request.name, request.holder, request.ttl);
    case "lease_release":
      await store.leaseRelease(request.name, request.holder);
      return {};
  }
}

async function fileRead(store: Store, path: string): Promise<WireFile> {
  const file = await store.fileRead(path);
  if (file === undefined) return { path, version: "0" };
  return { path, version: String(file.version), ...toContent(file.content) };
}

function fileWrite(
  store: Store,
  { path, expect, ...content }: FileWriteRequest,
): Promise<bigint> {
  const bytes = fromContent(content);
  return expect === undefined
    ? store.fileWrite(path, bytes)
    : store.fileWrite(path, bytes, BigInt(expect));
}

function rangeOf({ after, through, limit }: ReadRequest): LogRange {
  return {
    ...(after !== undefined && { after }),
    ...(through !== undefined && { through }),
    ...(limit !== undefined && { limit }),
  };
}

/** A page that stays well below the limit of a reply, whatever the store's own pages are. */
function shortened({ records, more }: LogPage): Answers["read"] {
  let length = 0;
  const cut = records.findIndex(({ raw }, index) => {
    length += raw.length;
    return index > 0 && length > PAGE;
  });
  return cut < 0
    ? { records, more }
    : { records: records.slice(0, cut), more: true };
}
