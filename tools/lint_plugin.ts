// Copyright 2026 the lnk authors. MIT license.

/**
 * The house rules that a reader would otherwise have to remember.
 *
 * @module
 */

const COPYRIGHT = " Copyright 2026 the lnk authors. MIT license.";

/** The files of lib/ that are doors to the world; all others get it as a parameter. */
const DOORS = /\/lib\/(disk|disk\/real|endpoint|store\/unix|store\/index)\.ts$/;

/** What a rule must not reach for by itself: it comes in as a parameter. */
const AMBIENT: Readonly<Record<string, readonly string[] | "any">> = {
  Date: ["now"],
  Math: ["random"],
  performance: ["now"],
  crypto: ["getRandomValues", "randomUUID"],
  console: "any",
  Deno: "any",
};

/** Whether a path lies in a folder of this repository. */
function inFolder(path: string, folder: string): boolean {
  return path.replaceAll("\\", "/").includes(`/${folder}/`);
}

const plugin: Deno.lint.Plugin = {
  name: "lnk",
  rules: {
    copyright: {
      create: (context) => ({
        Program(node) {
          const [first] = context.sourceCode.getAllComments();
          if (first?.value !== COPYRIGHT || first.range[0] !== 0) {
            context.report({
              node,
              message: `The first line is not "//${COPYRIGHT}"`,
            });
          }
        },
      }),
    },
    "module-doc": {
      create: (context) => ({
        Program(node) {
          if (!inFolder(context.filename, "lib")) return;
          const comments = context.sourceCode.getAllComments();
          if (!comments.some(({ value }) => value.includes("@module"))) {
            context.report({ node, message: "The file has no module doc" });
          }
        },
      }),
    },
    "no-node": {
      create: (context) => ({
        ImportDeclaration(node) {
          const from = node.source.value;
          if (from.startsWith("node:") && from !== "node:sqlite") {
            context.report({
              node,
              message: `${from} costs ~40 ms at start: use Deno or the web API`,
            });
          }
        },
      }),
    },
    "no-ambient": {
      create: (context) => ({
        MemberExpression(node) {
          if (!inFolder(context.filename, "lib")) return;
          if (node.object.type !== "Identifier") return;
          const banned = AMBIENT[node.object.name];
          const name = node.property.type === "Identifier"
            ? node.property.name
            : "";
          if (banned === undefined) return;
          if (banned !== "any" && !banned.includes(name)) return;
          if (node.object.name === "Deno" && DOORS.test(context.filename)) {
            return;
          }
          context.report({
            node,
            message: `${node.object.name}.${name} is the world: ` +
              "take it as a parameter",
          });
        },
        NewExpression(node) {
          if (!inFolder(context.filename, "lib")) return;
          if (node.callee.type !== "Identifier") return;
          if (node.callee.name !== "Date" || node.arguments.length > 0) return;
          context.report({
            node,
            message: "new Date() is the clock: take the time as a parameter",
          });
        },
      }),
    },
  },
};

export default plugin;
