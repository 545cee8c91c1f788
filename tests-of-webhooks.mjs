import './test/proxy/webhook-receiver/unsigned-webhooks.test.js';
import './test/proxy/webhook-receiver/webhook-identity.test.js';
import './test/proxy/webhook-receiver/webhook-receiver.test.js';
import './test/proxy/webhook-signature/webhook-signature.test.js';
import './test/node/to-node-listener.test.js';
import './test/proxy/send-once/replays.test.js';
import './test/proxy/store/key-versions.test.js';
import './test/proxy/observer.test.js';
