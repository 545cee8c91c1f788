/**
 * The Trusted Types policy `financing-elements` of the one-file script. The build makes lit-html create its policy
 * here (see vite.config.ts); the npm entry keeps lit's own, `lit-html`. https://www.w3.org/TR/trusted-types/
 */
interface Policy {
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(policyName: string, rules: Policy): Policy;
}

/** Null if the page forbids the policy, undefined until lit creates it. */
export let policy: Policy | null | undefined;

/**
 * Creates the policy, or returns the policy of an earlier copy of the script, because a page may forbid a second policy with the
 * same name.
 */
export function createPolicy(rules: Policy): Policy | null | undefined {
  const first = customElements.get('prequal-button') as { policy?: Policy } | undefined;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    policy = first?.policy ?? trustedTypes?.createPolicy('financing-elements', rules);
  } catch {
    console.warn("The page's CSP blocks the elements. Add `trusted-types financing-elements`.");
    policy = null;
  }
  return policy;
}
