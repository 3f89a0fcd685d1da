// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON Schema of what `lnk-tool doctor --json` prints.
 *
 * @module
 */

import { AREAS, STATES } from "./check.ts";

const COUNT = { type: "integer", minimum: 0 };

/** What `lnk-tool doctor --json` prints. */
export const DOCTOR_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "What lnk-tool doctor --json prints",
  type: "object",
  required: ["version"],
  anyOf: [
    { required: ["ok", "checks", "errors", "warnings"] },
    { required: ["error"] },
  ],
  properties: {
    version: { const: 1 },
    ok: {
      type: "boolean",
      description: "Whether nothing at the level of --fail-on was found.",
    },
    checks: {
      type: "array",
      description: "The worst first.",
      items: {
        type: "object",
        required: ["area", "status", "message"],
        properties: {
          area: { enum: AREAS },
          status: {
            enum: STATES,
            description: "skipped: it was not looked at, the message says why.",
          },
          code: { type: "string", pattern: "^[a-z]+/[a-z][a-z0-9-]*$" },
          path: { type: "string", description: "What it speaks of." },
          message: { type: "string", description: "For people." },
          help: { type: "string", description: "The next step, for people." },
          more: { ...COUNT, description: "How many others it stands for." },
        },
        if: { properties: { status: { enum: ["warning", "error"] } } },
        then: { required: ["code"] },
      },
    },
    errors: { ...COUNT, description: "How many errors, told or not." },
    warnings: { ...COUNT, description: "How many warnings, told or not." },
    error: {
      type: "object",
      description: "Why the agent's folder could not be read, or what was " +
        "wrong with the words.",
      required: ["code", "message", "help"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        help: { type: "string" },
      },
    },
  },
};
