/** The OpenAPI document of the proxy. */
export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
} from './create-openapi-document.js';
