// Copyright 2026 the lnk authors. MIT license.

/**
 * What a bridge and its client say to each other: JSON, one message a line.
 *
 * A server speaks first and gives a challenge. The client says hello, then
 * every line of its is one request and gets one reply, in order. These are the
 * messages as they stand on the wire; docs/bridge.md tells the rest.
 *
 * @module
 */

/** The most bytes of a request's line, without its newline: 34 MiB. A record of 16 MiB may need an escape for each byte. */
export const REQUEST_LIMIT = 34 * 1024 * 1024;

/** The most bytes of a reply's line: a page of records may be all escapes. */
export const REPLY_LIMIT = 64 * 1024 * 1024;

/** The most bytes of a hello, and of the challenge before it: 4 KiB. */
export const HELLO_LIMIT = 4096;

/** Whose storage a request means; refused unless it is the one of the hello. */
export interface Asked {
  /** The agent's id. */
  readonly agent?: string;
  /** The owner's name. */
  readonly owner?: string;
}

/** The first request: who the client is, proved with this start's secret. */
export interface HelloRequest {
  /** What is asked. */
  readonly op: "hello";
  /** The agent's id. */
  readonly agent: string;
  /** The owner's name. */
  readonly owner: string;
  /** 64 lowercase hex digits, the answer to the challenge. */
  readonly proof: string;
}

/** Reads a file. */
export interface FileReadRequest extends Asked {
  /** What is asked. */
  readonly op: "file_read";
  /** The store path. */
  readonly path: string;
}

/** Writes a whole file. */
export interface FileWriteRequest extends Asked {
  /** What is asked. */
  readonly op: "file_write";
  /** The store path. */
  readonly path: string;
  /** The content, as text or base64. */
  readonly content: string;
  /** How the content is written; as text without it. */
  readonly encoding?: "base64";
  /** The version that must be there, in decimal; "0": none. */
  readonly expect?: string;
}

/** Lists files. */
export interface FileListRequest extends Asked {
  /** What is asked. */
  readonly op: "file_list";
  /** The folder; all without it. */
  readonly prefix?: string;
}

/** Removes a file. */
export interface FileDeleteRequest extends Asked {
  /** What is asked. */
  readonly op: "file_delete";
  /** The store path. */
  readonly path: string;
  /** The version that must be there, in decimal. */
  readonly expect: string;
}

/** Asks for a conversation's last sequence. */
export interface LastRequest extends Asked {
  /** What is asked. */
  readonly op: "last";
  /** Such as `link:main`. */
  readonly thread: string;
}

/** Reads records of a conversation. */
export interface ReadRequest extends Asked {
  /** What is asked. */
  readonly op: "read";
  /** Such as `link:main`. */
  readonly thread: string;
  /** The records with a greater sequence; all without it. */
  readonly after?: number;
  /** The records up to and with this sequence; all without it. */
  readonly through?: number;
  /** At most so many. */
  readonly limit?: number;
}

/** Appends a record to a conversation. */
export interface AppendRequest extends Asked {
  /** What is asked. */
  readonly op: "append";
  /** Such as `link:main`. */
  readonly thread: string;
  /** The record's own JSON text, in a string: nothing in it is rounded. */
  readonly record: string;
  /** The next sequence. */
  readonly seq: number;
}

/** Takes a lease, or prolongs it. */
export interface LeaseRequest extends Asked {
  /** What is asked. */
  readonly op: "lease_acquire" | "lease_renew";
  /** What is to be held. */
  readonly name: string;
  /** Who holds it. */
  readonly holder: string;
  /** For how many milliseconds. */
  readonly ttl: number;
}

/** Gives a lease back. */
export interface LeaseReleaseRequest extends Asked {
  /** What is asked. */
  readonly op: "lease_release";
  /** What is held. */
  readonly name: string;
  /** Who holds it. */
  readonly holder: string;
}

/** A request after the hello. */
export type StoreRequest =
  | FileReadRequest
  | FileWriteRequest
  | FileListRequest
  | FileDeleteRequest
  | LastRequest
  | ReadRequest
  | AppendRequest
  | LeaseRequest
  | LeaseReleaseRequest;

/** A line of a client. */
export type BridgeRequest = HelloRequest | StoreRequest;

/** What a request can ask. */
export type Op = BridgeRequest["op"];

/** A file as it travels. Version "0" without content: there is none. */
export interface WireFile {
  /** The store path. */
  readonly path: string;
  /** The version, in decimal. */
  readonly version: string;
  /** The content, as text or base64. */
  readonly content?: string;
  /** How the content is written; as text without it. */
  readonly encoding?: "base64";
}

/** What a reply's `ok` holds, by what was asked. */
export interface Answers {
  /** The bridge's limits. */
  readonly hello: { readonly version: 1; readonly line_limit: number };
  /** The file. */
  readonly file_read: WireFile;
  /** Its new version. */
  readonly file_write: { readonly version: string };
  /** Files without content. */
  readonly file_list: { readonly files: readonly WireFile[] };
  /** Nothing more. */
  readonly file_delete: Readonly<Record<string, never>>;
  /** The last sequence. */
  readonly last: { readonly last: number };
  /** Records, each with its text in a string. */
  readonly read: {
    readonly records: readonly { readonly seq: number; readonly raw: string }[];
    readonly more: boolean;
  };
  /** Where the record stands. */
  readonly append: { readonly seq: number; readonly repeated: boolean };
  /** The lease. */
  readonly lease_acquire: WireLease;
  /** The lease. */
  readonly lease_renew: WireLease;
  /** Nothing more. */
  readonly lease_release: Readonly<Record<string, never>>;
}

/** A lease as it travels. */
export interface WireLease {
  /** What is held. */
  readonly name: string;
  /** Who holds it. */
  readonly holder: string;
  /** When it ends, in milliseconds since 1970 by the store's clock. */
  readonly expires: number;
}
