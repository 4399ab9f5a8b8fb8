import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';

/** Waits until this holds, for three seconds at most. @param {() => boolean} holds */
export async function until(holds) {
  for (let ms = 0; ms < 3000 && !holds(); ms += 5) await rest(5);
  assert.ok(holds(), String(holds));
}
