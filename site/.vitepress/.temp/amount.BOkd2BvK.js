const pattern = /^\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const maxCents = 99999999999;
function parseAmount(amount) {
  const text = typeof amount === "object" ? "" : String(amount).trim();
  if (!pattern.test(text)) return void 0;
  const dollars = Number(text.replace(/[$,\s]/g, ""));
  const cents = Math.round(dollars * 100);
  const isWhole = Math.abs(dollars * 100 - cents) < 1e-4;
  return isWhole && cents > 0 && cents <= maxCents ? cents / 100 : void 0;
}
export {
  parseAmount as p
};
