// Copyright 2026 the lnk authors. MIT license.

import { encodeBase64 } from "@std/encoding/base64";
import { LnkError } from "../../lib/errors.ts";
import { decodeUtf8, quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";
import { jsonDocument } from "../report/json.ts";
import { withStore } from "../store_advice.ts";
import type { StoreFlags } from "../store_flags.ts";

/** Runs `lnk-tool store get`: the bytes as they are, or text and version as JSON. */
export default async function storeGet(
  this: Context,
  flags: StoreFlags,
  path: string,
): Promise<void> {
  const { version, content } = await withStore(this, flags, async (store) => {
    const file = await store.fileRead(path);
    if (!file) throw noFile(path);
    return file;
  });
  if (!flags.json) return this.io.out.write(content);
  const document = { file: { path, version, ...asText(content) } };
  this.io.out.write(jsonDocument(document));
}

function asText(content: Uint8Array) {
  const text = decodeUtf8(content);
  return text === undefined
    ? { content: encodeBase64(content), encoding: "base64" }
    : { content: text };
}

function noFile(path: string): LnkError {
  return new LnkError(
    "no",
    "store/no-file",
    `Cannot print ${quote(path)}: there is no such file in the store`,
  );
}
