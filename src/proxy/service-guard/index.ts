/** Guards the proxy against a service in trouble. */
export { guardService } from './guard-service.js';
