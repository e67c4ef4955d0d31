import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPython, python } from './fixtures/python.js';

test.skipIf(!hasPython)('the unit tests of the client pass (skipped without Python)', () => {
  const counted = `
import sys, unittest
found = unittest.defaultTestLoader.discover("tests")
result = unittest.TextTestRunner(verbosity=0).run(found)
print(result.testsRun)
sys.exit(not result.wasSuccessful())
`;
  expect(Number(python(['-W', 'error', '-c', counted], join(import.meta.dirname, 'reference')))).toBeGreaterThan(10);
});
