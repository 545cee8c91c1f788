/**
 * The `User-Agent` of requests to the service and to an integrator's back end. Node's `undici` and Cloudflare Workers send none by
 * default, and firewalls such as AWS WAF and Cloudflare refuse requests without it.
 */
export const userAgent = 'financing-elements';
