// The first script of a page under a Content-Security-Policy: notes whatever goes wrong from then on.
const wrong = { violations: [], errors: [], warnings: [] };
globalThis.wrong = wrong;

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  wrong.violations.push(`${effectiveDirective}: ${blockedURI}`);
});
// Capturing, so that scripts that do not load are heard of too.
addEventListener('error', ({ message, target }) => wrong.errors.push(message ?? target.src), true);
addEventListener('unhandledrejection', ({ reason }) => wrong.errors.push(String(reason)));
console.warn = (text) => wrong.warnings.push(text);
