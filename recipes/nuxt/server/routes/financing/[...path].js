export default defineEventHandler((event) => financing.fetch(toWebRequest(event)));
