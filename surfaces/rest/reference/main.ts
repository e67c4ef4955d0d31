import { runService } from './run-service.js';
import { startService } from './items/service.js';

runService(startService);
