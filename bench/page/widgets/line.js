/** The line as each widget writes it, by hand: the first formatter of a page takes over 10 ms. */
export function lineOf({ monthlyAmount, apr, downPayment }) {
  const payment = monthlyAmount.toFixed(2).replace(/\d(?=(\d{3})+\.)/g, '$&,');
  return `Estimated $${payment}/mo · 12 mo · ${apr}% APR · $${downPayment} today`;
}

/** Asks for all amounts in one call; resolves with the lines in their order. */
export async function ask(amounts, format = lineOf) {
  const response = await fetch('/financing/purchase/api/v1/payment-estimation', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(amounts.map((totalAmount, index) => ({ id: `${index}`, totalAmount }))),
  });
  return (await response.json()).map(format);
}
