import { ParityError } from '../../../contract/parity-error.js';
import { runService } from '../reference/run-service.js';
import { startScienceRuntime } from './service.js';

runService((options) => {
  if (options.fixture !== undefined || options.database !== ':memory:') {
    throw new ParityError(
      'usage',
      'runs are kept only in memory, so --fixture and --database are not supported',
      'Omit --fixture and --database.',
    );
  }
  return startScienceRuntime(options);
});
