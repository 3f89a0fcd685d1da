// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON Schema of a sandbox file, for editors.
 *
 * An editor shows shapes and spelling while one types; which grants clash is
 * said by the check alone.
 *
 * @module
 */

const PROGRAM = {
  type: "string",
  description: "A program's name as PATH finds it, or its absolute path.",
  pattern: "^(?:[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,63}|/(?:[^/]+/)*[^/]+)$",
};

function folderList(description: string): Record<string, unknown> {
  return {
    type: "array",
    description,
    uniqueItems: true,
    items: {
      type: "string",
      description: "A folder's name, one level and lowercase, or `.` for all.",
      pattern: "^(?:\\.|[a-z0-9][a-z0-9_-]{0,63})$",
    },
  };
}

const TEAM = {
  type: "object",
  description: "What of the team's shared folder the agent may reach.",
  additionalProperties: false,
  properties: {
    write: folderList("Folders of it that the agent may write."),
    read: folderList("Folders of it that the agent may only read."),
  },
};

/** JSON Schema (draft 7, which TOML editors read) of `sandbox.toml`. */
export const SANDBOX_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "lnk sandbox file",
  description: "Which programs an agent may start, and which folders it may " +
    "write or only read.",
  type: "object",
  anyOf: [{ required: ["commands"] }, { required: ["files"] }],
  properties: {
    commands: {
      type: "object",
      description: "The programs that the agent's run tool may start.",
      additionalProperties: false,
      required: ["run"],
      properties: {
        run: {
          description: 'Programs; ["*"] is any, [] is none and no run tool.',
          anyOf: [
            { type: "array", items: PROGRAM, uniqueItems: true },
            { type: "array", items: { const: "*" }, minItems: 1, maxItems: 1 },
          ],
        },
      },
    },
    files: {
      type: "object",
      description: "The folders. Without this table the agent writes `work` " +
        "and reads `chats`; with it, it says all.",
      additionalProperties: false,
      properties: {
        write: folderList(
          "Folders that the agent may write; `.` is all of Home. Never `chats`.",
        ),
        read: folderList("Folders that the agent may only read."),
        teams: {
          type: "object",
          description: "Shared folders by team. A team that is not here is " +
            "out of reach.",
          additionalProperties: TEAM,
        },
      },
    },
  },
};
