// Copyright 2026 the lnk authors. MIT license.

/**
 * The store's leases: who holds one, and whether it can be read.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { within } from "../disk.ts";
import { lookAtLease } from "../store/leases.ts";
import { quote } from "../text.ts";
import { type Look, looking, namesIn, steadily } from "./look.ts";

const AREA = "leases";
const WAY = ".lnk/store/leases";
const ENDING = ".json";

/**
 * Looks at the leases.
 *
 * @param look What the look needs.
 */
export async function lookAtLeases(look: Look): Promise<void> {
  const { host, root, report } = look;
  const folder = join(root, WAY);
  const names: string[] = [];
  const at = { area: AREA, path: folder, name: WAY } as const;
  const listed = await looking(look, at, () => {
    const place = within(host.disk, root, `${WAY}/name`);
    if (place) names.push(...namesIn(look, AREA, folder));
  });
  if (!listed) return;
  let over = 0;
  // What is no lease's name is told with the permissions.
  for (const name of names.filter((name) => name.endsWith(ENDING))) {
    const path = join(folder, name);
    await looking(
      look,
      { area: AREA, path, name: `${WAY}/${name}` },
      async () => {
        const id = name.slice(0, -ENDING.length);
        const lease = await steadily(host, () => lookAtLease(host, path, id));
        if (!lease) return;
        if (lease.early) return report.add(AREA, early(path, id));
        if (lease.expires <= host.now()) return void over++;
        const until = new Date(lease.expires).toISOString();
        report.add(AREA, {
          status: "ok",
          path,
          message: `${quote(id)} is held by ${
            quote(lease.holder)
          } until ${until}`,
        });
      },
    );
  }
  report.add(AREA, {
    status: "ok",
    path: folder,
    message: names.length === 0 ? "there are none" : `${over} are over`,
  });
}

function early(path: string, name: string) {
  return {
    status: "warning",
    code: "doctor/clock",
    path,
    message: `${quote(name)} was granted later than the clock reads now`,
    help: "set the clock: date",
  } as const;
}
