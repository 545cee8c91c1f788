// The first script of a page under a Content-Security-Policy. Records all errors, warnings, and violations.
const wrong = { violations: [], errors: [], warnings: [] };
globalThis.wrong = wrong;

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  wrong.violations.push(`${effectiveDirective}: ${blockedURI}`);
});
// Captures, because the error event of a script that doesn't load doesn't bubble.
addEventListener('error', ({ message, target }) => wrong.errors.push(message ?? target.src), true);
addEventListener('unhandledrejection', ({ reason }) => wrong.errors.push(String(reason)));
console.warn = (text) => wrong.warnings.push(text);
