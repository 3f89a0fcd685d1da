// Copyright 2026 the lnk authors. MIT license.

/** The least that a check of TOML files could cost: read and parse each. */

import { parseTOML } from "toml-eslint-parser";

for (const path of Deno.args) parseTOML(Deno.readTextFileSync(path));
