import { runService } from './run-service.js';
import { startService } from './service.js';

runService(startService);
