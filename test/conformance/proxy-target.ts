import type { ProblemDetails } from '../../src/proxy/index.js';
import type { ConformanceTarget } from './target.js';

/** Opens the onboarding routes of the proxy that is tried. */
export const adminToken = 'token-of-the-staff';

/** A proxy before a sandbox as a target. It has `adminToken`, trusts the page's amounts, and allows no texts. */
export function proxyTarget(
  place: Pick<ConformanceTarget, 'baseUrl' | 'fetch' | 'control'>,
): ConformanceTarget {
  return {
    // Not spread: a target may be known only once it has started.
    get baseUrl() {
      return place.baseUrl;
    },
    fetch(request) {
      request.headers.set('authorization', `Bearer ${adminToken}`);
      return place.fetch(request);
    },
    control: (method, path) => place.control(method, path),
    async readError(response) {
      const { service } = (await response.json()) as ProblemDetails;
      return { status: service?.status ?? response.status, message: service?.message ?? '' };
    },
    lacks: {
      'own-credentials': 'the proxy sends its own',
      'malformed-input': 'the proxy refuses it first',
      'invalid-contacts': 'the proxy refuses them first',
      'unknown-vertical': 'the proxy refuses it first',
      'unsupported-state': 'the proxy refuses it first',
      'duplicate-ids': 'the proxy refuses them',
      'send-sms': 'the proxy allows no texts',
      'omitted-send-sms': 'the proxy always says false',
    },
  };
}
