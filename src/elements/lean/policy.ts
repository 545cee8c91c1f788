/**
 * The Trusted Types policy `financing-elements`, which vouches for the HTML of our templates: literals of our source.
 * A page may forbid a second policy of that name, so a second copy of the script takes that of the first.
 * https://www.w3.org/TR/trusted-types/
 */
export interface Policy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(policyName: string, rules: Policy): Policy;
}

const first = customElements.get('prequal-button') as { policy?: Policy | null } | undefined;

/** Undefined where the browser has no Trusted Types, null where the page forbids the policy. */
export const policy = first?.policy === undefined ? createPolicy() : first.policy;

function createPolicy(): Policy | null | undefined {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    return trustedTypes?.createPolicy('financing-elements', { createHTML: (html) => html });
  } catch {
    console.warn('The CSP lacks trusted-types financing-elements');
    return null;
  }
}
