export default defineEventHandler(async () => {
  const [estimate, purchase] = await Promise.all([estimateOf(sofaPrice), purchaseOf(sofaPrice)]);
  return { estimate, purchase };
});
