import { expect, it } from 'vitest';
import { freePort } from './free-port.js';

it('programs that start at the same time get different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(26_000);
});
