const price = 1299; // from your catalog, never from the request

export default defineEventHandler(async () => {
  const [estimate, purchase] = await Promise.all([estimateOf(price), purchaseOf(price)]);
  return { price, estimate, purchase };
});
