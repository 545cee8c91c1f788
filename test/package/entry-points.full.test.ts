/** Holds the names that each entry point for servers exports, types included: they are the public interface. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

const exported: Record<string, string> = {
  contract: `
    BusinessAddress BusinessAddressSchema BusinessRepresentative BusinessRepresentativeSchema
    CustomerAddress CustomerAddressSchema CustomerDetails CustomerDetailsSchema DeclaredError
    EstimateItem EstimateItemSchema EstimateQuery EstimateQuerySchema EstimateResult
    EstimateResultSchema FinancingWebhookEvent LinkEvent LinkEventKind MerchantEvent
    MerchantEventKind MerchantLocation MerchantLocationRequest MerchantLocationRequestSchema
    MerchantLocationSchema MerchantLocationStatus MerchantStatus MerchantStatusSchema Operation
    OperationName OtherEvent PageOperationName PayOverTimeLink PayOverTimeLinkRequest
    PayOverTimeLinkRequestSchema PayOverTimeLinkSchema PrequalLink PrequalLinkRequest
    PrequalLinkRequestSchema PrequalLinkSchema PurchaseEventPayload TransactionEvent
    TransactionEventKind Vertical VerticalSchema declaredErrors defaultTimeZone
    inapplicableFields isEmailAddress isInapplicable isKnownEventKind isSupportedState
    isUsPhoneNumber linkEventKinds merchantEventKinds operationNames operations pagePaths
    retiredFields routes signWebhook statesNamedIn statesWithoutHomeServices territories
    transactionEventKinds unsupportedStates verticals webhookSignatureHeader`,
  service: `
    CallOptions FinancingService FinancingServiceError FinancingServiceOptions
    InvalidOptionError InvalidServiceResponseError OutcomeUnknownError ServiceFetch
    ServiceResponseError ServiceTimeoutError ServiceUnreachableError createFinancingService`,
  proxy: `
    FieldError FinancingProxy FinancingProxyOptions FinancingWebhookEvent InvalidOptionError
    LogEntry Logger MemoryStoreOptions Observer ObserverEvent OpenApiDocument OpenApiOptions
    ParseWebhook ProblemCode ProblemDetails Purchase SignedPurchase Store StoreUnavailableError VerifyWebhook
    WebhookDelivery WebhookHandler WebhookOptions createFinancingProxy createMemoryStore
    createOpenApiDocument signPurchase signWebhook`,
  node: `
    CloseOptions FetchHandler HandlerFailure NodeListenerOptions PooledFetch PooledFetchOptions
    RedisStoreOptions RunningServer ServeOptions createPooledFetch createRedisStore serve
    toNodeListener`,
  workers: `
    DurableObjectStoreOptions FinancingStore StoreNamespace StoreObject StoreObjectState
    createDurableObjectStore`,
};

describe('The entry point', () => {
  const files = Object.keys(exported).map((entry) => join(src, entry, 'index.ts'));
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();

  for (const [index, [entry, names]] of Object.entries(exported).entries()) {
    it(`${entry} exports these names, and no others`, () => {
      const file = program.getSourceFile(files[index]!)!;
      const found = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!);
      const expected = names.trim().split(/\s+/).sort();
      assert.deepEqual(found.map(({ name }) => name).sort(), expected);
    });
  }
});
