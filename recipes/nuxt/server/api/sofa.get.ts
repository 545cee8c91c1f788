export default defineEventHandler(() => ({ price: sofaPrice }));
